-- The statements that the version before the last migration sent while its tests ran, one a line.
DELETE FROM vault_dek
DELETE FROM vault_dek WHERE account = $1
DELETE FROM vault_device WHERE account = $1
DELETE FROM vault_epoch WHERE account = $1
DELETE FROM vault_introduction WHERE expires_at <= $1
DELETE FROM vault_item
DELETE FROM vault_item WHERE account = $1 AND id IN (SELECT id FROM vault_item WHERE account = $1 AND state = 'deleted' AND deleted_at <= $2 AND rev <= $3 LIMIT $4) RETURNING rev
DELETE FROM vault_item WHERE account = $1 AND id IN (SELECT id FROM vault_item WHERE account = $1 LIMIT $2)
DELETE FROM vault_op
DELETE FROM vault_op WHERE account = $1 AND op_id IN (SELECT op_id FROM vault_op WHERE account = $1 AND at <= $2 AND seq <= $3 LIMIT $4) RETURNING seq
DELETE FROM vault_op WHERE account = $1 AND op_id IN (SELECT op_id FROM vault_op WHERE account = $1 LIMIT $2)
DELETE FROM vault_version WHERE account = $1 AND id = $2 AND rev <= (SELECT rev FROM vault_version WHERE account = $1 AND id = $2 ORDER BY rev DESC LIMIT 1 OFFSET 10) RETURNING size
DELETE FROM vault_version WHERE account = $1 AND id = $2 RETURNING size
DELETE FROM vault_version WHERE account = $1 AND id IN (SELECT id FROM vault_version WHERE account = $1 LIMIT $2)
DELETE FROM vault_version WHERE account = $1 AND rev <= $2
INSERT INTO generation (number, id, begun_at) VALUES ($1, $2, $3)
INSERT INTO vault_dek (account, version, kek, wrapped, created_at) VALUES ($1, $2, $3, $4, $5)
INSERT INTO vault_device (account, device, last_seen, acked_epoch, acked_seq) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account, device) DO UPDATE SET last_seen = $3, acked_epoch = $4, acked_seq = $5
INSERT INTO vault_epoch (account, epoch, next, base, at) VALUES ($1, $2, $3, $4, $5)
INSERT INTO vault_head (account, epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state, touched_at, due_at) VALUES ($1, $2, 0, 0, 0, 0, 0, 0, 0, 'purged', $3, 9223372036854775807) ON CONFLICT (account) DO UPDATE SET state = 'purged', dek_version = 0, dek_set = NULL, items = 0, bytes = 0, tombstones = 0, operations = 0, history_bytes = 0, touched_at = $3, due_at = 9223372036854775807
INSERT INTO vault_head (account, epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state, touched_at, generation, due_at) VALUES ($1, $2, 0, 0, 0, 0, 0, 0, 0, 'live', $3, (SELECT COALESCE(MAX(number), 0) FROM generation), 9223372036854775807) ON CONFLICT (account) DO NOTHING
INSERT INTO vault_introduction (jti, expires_at) VALUES ($1, $2) ON CONFLICT (jti) DO NOTHING
INSERT INTO vault_item (account, id, kind, state, rev, schema, dek_version, body_rev, sealed, content_mac, size, created_at, updated_at, deleted_at, updated_by, healed_epoch, healed_rev) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT (account, id) DO UPDATE SET kind = $3, state = $4, rev = $5, schema = $6, dek_version = $7, body_rev = $8, sealed = $9, content_mac = $10, size = $11, updated_at = $13, deleted_at = $14, updated_by = $15, healed_epoch = $16, healed_rev = $17
INSERT INTO vault_key (id, state, canary) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
INSERT INTO vault_op (account, op_id, request_mac, outcome, rev, seq, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
INSERT INTO vault_version (account, id, rev, kind, schema, dek_version, body_rev, sealed, content_mac, size, updated_at, updated_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (account, id, rev) DO NOTHING
SELECT * FROM generation
SELECT * FROM lineage
SELECT * FROM vault_dek
SELECT * FROM vault_device
SELECT * FROM vault_epoch
SELECT * FROM vault_head
SELECT * FROM vault_introduction
SELECT * FROM vault_item
SELECT * FROM vault_key
SELECT * FROM vault_op
SELECT * FROM vault_version
SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM vault_version WHERE account = $1
SELECT COALESCE(MAX(number), 0) FROM generation
SELECT COUNT(*) FROM vault_dek WHERE account = $1
SELECT COUNT(*) FROM vault_device WHERE account = $1
SELECT COUNT(*) FROM vault_epoch WHERE account = $1
SELECT COUNT(*) FROM vault_head WHERE account = $1
SELECT COUNT(*) FROM vault_item WHERE account = $1
SELECT COUNT(*) FROM vault_op WHERE account = $1
SELECT COUNT(*) FROM vault_version WHERE account = $1
SELECT COUNT(*), MIN(at) FROM vault_op WHERE account = $1
SELECT COUNT(*), MIN(deleted_at) FROM vault_item WHERE account = $1 AND state = 'deleted'
SELECT MIN(deleted_at) FROM vault_item WHERE account = $1 AND state = 'trashed'
SELECT account FROM vault_head WHERE state = 'purged' AND touched_at >= $1 AND account > $2 ORDER BY account LIMIT $3
SELECT account, seq FROM vault_head WHERE due_at <= $1 AND state = 'live' ORDER BY due_at LIMIT 100000
SELECT account, seq FROM vault_head WHERE state = 'live' AND account IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64, $65, $66, $67, $68, $69, $70, $71, $72, $73, $74, $75, $76, $77, $78, $79, $80, $81, $82, $83, $84, $85, $86, $87, $88, $89, $90, $91, $92, $93, $94, $95, $96, $97, $98, $99, $100)
SELECT acked_epoch, acked_seq FROM vault_device WHERE account = $1 AND last_seen > $2
SELECT dek_set FROM vault_head
SELECT epoch, base FROM vault_epoch WHERE account = $1
SELECT epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state, touched_at, generation, dek_set, tombstones, operations, history_bytes, rate_from, rate_count, due_at FROM vault_head WHERE account = $1 {lockRow}
SELECT epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state, touched_at, generation, dek_set, tombstones, operations, history_bytes, rate_from, rate_count, due_at, (SELECT COALESCE(MAX(number), 0) FROM generation) FROM vault_head WHERE account = $1
SELECT id FROM vault_key WHERE state = 'active'
SELECT id, kind, state, rev, schema, dek_version, body_rev, sealed, content_mac, size, created_at, updated_at, deleted_at, updated_by, healed_epoch, healed_rev FROM vault_item WHERE account = $1 AND id = $2
SELECT id, kind, state, rev, schema, dek_version, body_rev, sealed, content_mac, size, created_at, updated_at, deleted_at, updated_by, healed_epoch, healed_rev FROM vault_item WHERE account = $1 AND id > $2 AND state = 'live' ORDER BY id LIMIT $3
SELECT id, kind, state, rev, schema, dek_version, body_rev, sealed, content_mac, size, created_at, updated_at, deleted_at, updated_by, healed_epoch, healed_rev FROM vault_item WHERE account = $1 AND rev > $2 ORDER BY rev LIMIT $3
SELECT id, kind, state, rev, schema, dek_version, body_rev, sealed, content_mac, size, created_at, updated_at, deleted_at, updated_by, healed_epoch, healed_rev FROM vault_item WHERE account = $1 AND state = 'trashed' AND deleted_at <= $2 AND rev <= $3 ORDER BY rev LIMIT $4
SELECT id, state FROM vault_key ORDER BY id
SELECT id, state, canary FROM vault_key ORDER BY id
SELECT kek FROM vault_dek
SELECT kek, wrapped FROM vault_dek WHERE account = $1 AND version = $2
SELECT number FROM generation WHERE id = $1
SELECT number, begun_at FROM generation ORDER BY number DESC LIMIT 1
SELECT request_mac, outcome, rev FROM vault_op WHERE account = $1 AND op_id = $2
SELECT rev FROM vault_version ORDER BY rev
SELECT rev, size FROM vault_version WHERE account = $1 ORDER BY rev LIMIT 5000
SELECT sealed FROM vault_item WHERE rev = 2
SELECT sealed, content_mac FROM vault_item
SELECT size FROM vault_item WHERE account = $1 AND id > $2 AND state = 'live' ORDER BY id LIMIT $3
SELECT size FROM vault_item WHERE account = $1 AND rev > $2 ORDER BY rev LIMIT $3
UPDATE vault_dek SET account = $1
UPDATE vault_dek SET kek = 'kek-0'
UPDATE vault_dek SET wrapped = (SELECT wrapped FROM vault_dek WHERE account = $1) WHERE account = $2
UPDATE vault_head SET account = $1
UPDATE vault_head SET dek_set = NULL
UPDATE vault_head SET dek_version = 0
UPDATE vault_head SET due_at = 0
UPDATE vault_head SET epoch = $2, epoch_base = $3, seq = $4, generation = $5 WHERE account = $1
UPDATE vault_head SET floor = 3
UPDATE vault_head SET op_floor = 1
UPDATE vault_head SET op_floor = 5
UPDATE vault_head SET seq = $2, floor = $3, op_floor = $4, dek_version = $5, items = $6, bytes = $7, touched_at = $8, dek_set = $9, tombstones = $10, operations = $11, history_bytes = $12, rate_from = $13, rate_count = $14, due_at = $15 WHERE account = $1
UPDATE vault_head SET seq = 0, dek_version = 0, dek_set = NULL, items = 0, bytes = 0, operations = 0
UPDATE vault_head SET tombstones = 9, operations = 9, history_bytes = 9, due_at = 0
UPDATE vault_item SET account = $1
UPDATE vault_item SET body_rev = 9
UPDATE vault_item SET id = $1
UPDATE vault_item SET kind = 'otp'
UPDATE vault_item SET schema = 2
UPDATE vault_item SET sealed = $1 WHERE rev = 2
