-- The statements that the version before the last migration sent while its tests ran, one a line.
DELETE FROM account WHERE id = $1
DELETE FROM device WHERE account = $1
DELETE FROM feed
DELETE FROM idempotency WHERE (owner, thumbprint, method, request) IN ( SELECT owner, thumbprint, method, request FROM idempotency WHERE at < $1 LIMIT $2)
DELETE FROM idempotency WHERE owner = $1
DELETE FROM operator_group
DELETE FROM operator_group WHERE account = $1
DELETE FROM otp_challenge WHERE (id) IN ( SELECT id FROM otp_challenge WHERE expires < $1 LIMIT $2)
DELETE FROM otp_challenge WHERE phone_index = $1
DELETE FROM otp_streak WHERE (phone_index, thumbprint) IN ( SELECT phone_index, thumbprint FROM otp_streak WHERE at < $1 AND waits_until < $1 LIMIT $2)
DELETE FROM otp_streak WHERE phone_index = $1 AND thumbprint = $2 AND failures = $3
DELETE FROM outbox WHERE (id) IN ( SELECT id FROM outbox WHERE created < $1 AND state IN ('sent', 'dropped', 'dead') LIMIT $2)
DELETE FROM proof_seen WHERE (thumbprint, jti) IN ( SELECT thumbprint, jti FROM proof_seen WHERE expires < $1 LIMIT $2)
DELETE FROM quota WHERE (name, period, shard) IN ( SELECT name, period, shard FROM quota WHERE period < $1 LIMIT $2)
DELETE FROM registration WHERE (phone_index, thumbprint) IN ( SELECT phone_index, thumbprint FROM registration WHERE expires < $1 LIMIT $2)
DELETE FROM registration WHERE phone_index = $1
DELETE FROM registration WHERE phone_index = $1 AND thumbprint = $2 AND state = $3 AND challenge = $4 AND expires > $5
DELETE FROM revocation_event WHERE seq <= $1
DELETE FROM send_window WHERE (scope, key) IN ( SELECT scope, key FROM send_window WHERE until < $1 LIMIT $2)
DELETE FROM session
DELETE FROM session WHERE (account, id) IN ( SELECT account, id FROM session WHERE expires < $1 LIMIT $2)
DELETE FROM session WHERE account = $1
INSERT INTO account (id, kind, state, facility_group, approval, approval_version, approval_reason, approval_since, phone_index, phone_sealed, tsv, ordinal, created) VALUES ($1, $2, $3, $4, $5, 1, NULL, $6, $7, $8, 1, 0, $6) ON CONFLICT DO NOTHING
INSERT INTO deletion (tag, at) VALUES ($1, $2) ON CONFLICT DO NOTHING
INSERT INTO device (account, id, thumbprint, public_key, name, admitted, ever_admitted, first_used, last_used) VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $6) ON CONFLICT (account, thumbprint) DO UPDATE SET last_used = $6, name = CASE WHEN CAST($7 AS BIGINT) = 1 THEN $5 ELSE device.name END RETURNING id, thumbprint, name, admitted, first_used, last_used
INSERT INTO facility_group (name, registers, approval, devices, verification, pin, second_factor, joinable, offline_unlock_hours) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
INSERT INTO feed (id, epoch, floor, last, seen) VALUES (1, $1, 0, 0, $2) ON CONFLICT DO NOTHING
INSERT INTO idempotency (owner, thumbprint, method, request, request_mac, answer, at) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
INSERT INTO operator_group (account, facility_group) VALUES ($1, $2) ON CONFLICT DO NOTHING
INSERT INTO otp_challenge (id, purpose, phone_index, thumbprint, prefix, salt, code_hash, tries, used_at, ended_at, created, expires) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, NULL, NULL, $8, $9)
INSERT INTO otp_streak (phone_index, thumbprint, failures, waits_until, at) VALUES ($1, $2, 1, 0, $3) ON CONFLICT (phone_index, thumbprint) DO UPDATE SET at = $3, failures = CASE WHEN otp_streak.waits_until > 0 THEN 1 ELSE otp_streak.failures + 1 END, waits_until = CASE WHEN otp_streak.waits_until = 0 AND otp_streak.failures + 1 >= $4 THEN CAST($5 AS BIGINT) ELSE 0 END WHERE otp_streak.waits_until <= $3 RETURNING failures
INSERT INTO outbox (id, kind, challenge, sealed, state, attempts, due, expires, created) VALUES ($1, $2, $3, $4, 'ready', 0, $5, $6, $5)
INSERT INTO prefix_stop (prefix, until) VALUES ($1, $2) ON CONFLICT (prefix) DO UPDATE SET until = $2
INSERT INTO proof_seen (thumbprint, jti, expires) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
INSERT INTO quota (name, period, shard, used) VALUES ($1, $2, $3, 1) ON CONFLICT (name, period, shard) DO UPDATE SET used = quota.used + 1 WHERE quota.used < $4
INSERT INTO registration (phone_index, thumbprint, facility_group, state, challenge, phone_sealed, device_name, started, expires) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (phone_index, thumbprint) DO UPDATE SET facility_group = $3, state = $4, challenge = $5, phone_sealed = $6, device_name = $7, started = $8, expires = $9 WHERE registration.expires <= $8
INSERT INTO revocation_event (account, ordinal, seq, session, ended, gate, tsv, approval, at) VALUES ($1, $2, NULL, $3, $4, $5, $6, $7, $8)
INSERT INTO send_window (scope, key, times, until) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING
INSERT INTO session (account, id, device, thumbprint, gate, tsv, family, generation, refresh_hash, previous_hash, digits, admit_tries, ended, ended_at, created, last_used, expires) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, NULL, $9, 0, NULL, NULL, $10, $10, $11)
SELECT * FROM account
SELECT * FROM deletion
SELECT * FROM device
SELECT * FROM facility_group
SELECT * FROM feed
SELECT * FROM idempotency
SELECT * FROM operator_group
SELECT * FROM otp_challenge
SELECT * FROM otp_streak
SELECT * FROM outbox
SELECT * FROM prefix_stop
SELECT * FROM proof_seen
SELECT * FROM quota
SELECT * FROM registration
SELECT * FROM revocation_event
SELECT * FROM send_window
SELECT * FROM session
SELECT 1 FROM account a JOIN device d ON d.account = a.id WHERE a.phone_index = $1 AND d.thumbprint = $2 AND d.admitted = 1
SELECT 1 FROM deletion WHERE tag = $1
SELECT 1 FROM device
SELECT 1 FROM device WHERE account = $1 AND ever_admitted = 1 LIMIT 1
SELECT 1 FROM operator_group WHERE account = $1 AND facility_group = $2
SELECT 1 FROM otp_challenge WHERE phone_index = $1 AND used_at IS NULL AND ended_at IS NULL AND expires > $2 LIMIT 1
SELECT 1 FROM outbox WHERE due <= $1 AND (state = 'ready' OR (state = 'sending' AND kind = 'purge')) LIMIT 1
SELECT 1 FROM revocation_event WHERE seq IS NULL LIMIT 1
SELECT 1 FROM session
SELECT COUNT(*) FROM account WHERE 1 = 1
SELECT COUNT(*) FROM device WHERE 1 = 1
SELECT COUNT(*) FROM idempotency
SELECT COUNT(*) FROM otp_challenge
SELECT COUNT(*) FROM outbox
SELECT COUNT(*) FROM outbox WHERE 1 = 1
SELECT COUNT(*) FROM outbox WHERE sealed IS NOT NULL
SELECT COUNT(*) FROM quota
SELECT COUNT(*) FROM registration
SELECT COUNT(*) FROM send_window
SELECT COUNT(*) FROM session WHERE 1 = 1
SELECT COUNT(*) FROM session WHERE ended IS NULL
SELECT COUNT(*), COUNT(used_at) FROM ( SELECT used_at FROM otp_challenge WHERE prefix = $1 AND created > $2 AND (expires <= $3 OR used_at IS NOT NULL) ORDER BY created DESC LIMIT 100) AS recent
SELECT MAX(seq) FROM ( SELECT seq FROM revocation_event WHERE seq IS NOT NULL AND at < $1 ORDER BY seq LIMIT $2) AS old
SELECT a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, a.phone_index, a.phone_sealed, a.tsv, a.created FROM account a WHERE a.approval = $1 AND a.kind <> 'operator' AND a.facility_group IN ($2) ORDER BY a.approval_since, a.id LIMIT $3
SELECT a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, a.phone_index, a.phone_sealed, a.tsv, a.created FROM account a WHERE a.approval = $1 AND a.kind <> 'operator' AND a.facility_group IN ($2, $3) AND a.phone_index = $4 ORDER BY a.approval_since, a.id LIMIT $5
SELECT a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, a.phone_index, a.phone_sealed, a.tsv, a.created FROM account a WHERE a.approval = $1 AND a.kind <> 'operator' AND a.facility_group IN ($2, $3) ORDER BY a.approval_since, a.id LIMIT $4
SELECT a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, a.phone_index, a.phone_sealed, a.tsv, a.created FROM account a WHERE a.approval = $1 AND a.kind <> 'operator' AND a.phone_index = $2 ORDER BY a.approval_since, a.id LIMIT $3
SELECT a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, a.phone_index, a.phone_sealed, a.tsv, a.created FROM account a WHERE a.approval = $1 AND a.kind <> 'operator' ORDER BY a.approval_since, a.id LIMIT $2
SELECT a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, a.phone_index, a.phone_sealed, a.tsv, a.created FROM account a WHERE a.id = $1
SELECT a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, a.phone_index, a.phone_sealed, a.tsv, a.created FROM account a WHERE a.id = $1 {lockRow}
SELECT a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, a.phone_index, a.phone_sealed, a.tsv, a.created FROM account a WHERE a.phone_index = $1
SELECT a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, a.phone_index, a.phone_sealed, a.tsv, a.created FROM account a WHERE a.phone_index = $1 {lockRow}
SELECT a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, a.phone_index, a.phone_sealed, a.tsv, a.created, s.account, s.id, s.device, s.thumbprint, s.gate, s.tsv, s.family, s.generation, s.refresh_hash, s.previous_hash, s.digits, s.ended, s.created, s.last_used, s.expires FROM session s JOIN account a ON a.id = s.account WHERE s.account = $1 AND s.id = $2
SELECT account, ordinal FROM revocation_event WHERE seq IS NULL ORDER BY account, ordinal LIMIT $1
SELECT d.thumbprint FROM account a JOIN device d ON d.account = a.id WHERE a.phone_index = $1
SELECT ended FROM session WHERE account = $1 AND ended IS NOT NULL ORDER BY ended_at DESC LIMIT 1
SELECT epoch, floor, last FROM feed WHERE id = 1
SELECT facility_group FROM operator_group WHERE account = $1 ORDER BY facility_group
SELECT id, purpose, phone_index, thumbprint, salt, code_hash, tries, used_at, ended_at, expires FROM otp_challenge WHERE id = $1
SELECT id, thumbprint, name, admitted, first_used, last_used FROM device WHERE account = $1
SELECT kind, state, COUNT(*) FROM outbox GROUP BY kind, state
SELECT last FROM feed WHERE id = 1 {claim}
SELECT name, registers, approval, devices, verification, pin, second_factor, joinable, offline_unlock_hours FROM facility_group ORDER BY name
SELECT name, registers, approval, devices, verification, pin, second_factor, joinable, offline_unlock_hours FROM facility_group WHERE name = $1
SELECT phone_index, thumbprint, facility_group, state, challenge, phone_sealed, device_name, expires FROM registration WHERE challenge = $1 AND thumbprint = $2 AND expires > $3
SELECT phone_index, thumbprint, facility_group, state, challenge, phone_sealed, device_name, expires FROM registration WHERE phone_index = $1 AND thumbprint = $2 AND expires > $3
SELECT request_mac, answer, at FROM idempotency WHERE owner = $1 AND thumbprint = $2 AND method = $3 AND request = $4
SELECT s.account, s.id, s.device, s.thumbprint, s.gate, s.tsv, s.family, s.generation, s.refresh_hash, s.previous_hash, s.digits, s.ended, s.created, s.last_used, s.expires FROM session s WHERE s.account = $1 AND s.ended IS NULL ORDER BY s.created DESC, s.id
SELECT s.account, s.id, s.device, s.thumbprint, s.gate, s.tsv, s.family, s.generation, s.refresh_hash, s.previous_hash, s.digits, s.ended, s.created, s.last_used, s.expires FROM session s WHERE s.account = $1 AND s.id = $2
SELECT seen FROM feed WHERE id = 1
SELECT seq, account, session, ended, gate, tsv, approval FROM revocation_event WHERE seq > $1 ORDER BY seq LIMIT $2
SELECT times FROM send_window WHERE scope = $1 AND key = $2 {lockRow}
SELECT tries FROM otp_challenge
SELECT until FROM prefix_stop WHERE prefix = $1
SELECT until FROM prefix_stop WHERE prefix = $1 AND until > $2
SELECT waits_until FROM otp_streak WHERE phone_index = $1 AND thumbprint = $2 AND waits_until > $3
UPDATE account SET approval = $2, approval_reason = $3, approval_since = $4, approval_version = approval_version + 1 WHERE id = $1
UPDATE account SET ordinal = ordinal + 1 WHERE id = $1 RETURNING ordinal
UPDATE account SET state = $2 WHERE id = $1
UPDATE account SET state = $2 WHERE id = $1 AND state = $3
UPDATE account SET tsv = tsv + 1 WHERE id = $1 RETURNING tsv
UPDATE device SET admitted = 0 WHERE account = $1
UPDATE device SET admitted = 0 WHERE account = $1 AND id = $2
UPDATE device SET admitted = 1, ever_admitted = 1 WHERE account = $1 AND id = $2
UPDATE device SET last_used = $3 WHERE account = $1 AND id = $2
UPDATE feed SET floor = $1 WHERE id = 1 AND floor < $1
UPDATE feed SET last = $1 WHERE id = 1
UPDATE feed SET seen = $1 WHERE id = 1 AND seen < $1
UPDATE idempotency SET answer = $5 WHERE owner = $1 AND thumbprint = $2 AND method = $3 AND request = $4
UPDATE otp_challenge SET ended_at = $3 WHERE phone_index = $1 AND thumbprint = $2 AND ended_at IS NULL AND used_at IS NULL RETURNING id
UPDATE otp_challenge SET tries = tries + 1 WHERE id = $1 AND tries < $2 AND used_at IS NULL AND ended_at IS NULL AND expires > $3 RETURNING id, purpose, phone_index, thumbprint, salt, code_hash, tries, used_at, ended_at, expires
UPDATE otp_challenge SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND ended_at IS NULL AND expires > $2 RETURNING id, purpose, phone_index, thumbprint, salt, code_hash, tries, used_at, ended_at, expires
UPDATE outbox SET state = 'dead', sealed = NULL WHERE id = $1
UPDATE outbox SET state = 'dropped', sealed = NULL WHERE challenge = $1 AND state = 'ready'
UPDATE outbox SET state = 'dropped', sealed = NULL WHERE state = 'ready' AND challenge IN (SELECT id FROM otp_challenge WHERE phone_index = $1)
UPDATE outbox SET state = 'dropped', sealed = NULL WHERE state = 'ready' AND expires <= $1
UPDATE outbox SET state = 'ready', due = $2 WHERE id = $1 AND state = 'sending'
UPDATE outbox SET state = 'sending', attempts = attempts + 1, due = $2 WHERE id IN ( SELECT id FROM outbox WHERE due <= $1 AND (state = 'ready' OR (state = 'sending' AND kind = 'purge')) ORDER BY due LIMIT $3 {claim}) RETURNING id, kind, challenge, sealed, attempts, expires
UPDATE outbox SET state = 'sent', sealed = NULL WHERE id = $1
UPDATE quota SET used = used - 1 WHERE name = $1 AND period = $2 AND shard = (SELECT MIN(shard) FROM quota WHERE name = $1 AND period = $2 AND used > 0)
UPDATE registration SET challenge = $3 WHERE phone_index = $1 AND thumbprint = $2 AND state = $4 AND expires > $5
UPDATE revocation_event SET seq = $3 WHERE account = $1 AND ordinal = $2
UPDATE send_window SET times = $3, until = $4 WHERE scope = $1 AND key = $2
UPDATE session SET admit_tries = admit_tries + 1 WHERE account = $1 AND id = $2 RETURNING admit_tries
UPDATE session SET ended = $1
UPDATE session SET ended = $3, ended_at = $4, digits = NULL WHERE account = $1 AND id = $2 AND ended IS NULL
UPDATE session SET gate = $3, digits = NULL WHERE account = $1 AND id = $2
UPDATE session SET refresh_hash = $3, previous_hash = $4, generation = $5, last_used = $6 WHERE account = $1 AND id = $2
