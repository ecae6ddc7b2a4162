-- Pushes of new items: every operation has an id of its own. A push has as many operations as the third argument says.
local tokens, turn, salt, operations = {}, 0, 0, 1
local body = '","kind":"otp","knownSeq":"0","body":{"accountName":"ada@example.com","issuer":"Example","type":"totp","secret":"JBSWY3DPEHPK3PXP","algorithm":"SHA1","digits":6,"period":30}}'
function init(arguments)
  for line in io.lines(arguments[1]) do tokens[#tokens + 1] = line:match("^(%S+)") end
  salt, operations = tonumber(arguments[2]), tonumber(arguments[3])
end
function request()
  turn = turn + 1
  local ops = {}
  for number = 1, operations do
    local id = string.format("%08x-0000-4000-8%03x-%012x", salt, number, turn)
    ops[number] = '{"opId":"' .. id .. '","type":"create","id":"' .. id .. body
  end
  local push = '{"jsonrpc":"2.0","id":1,"method":"vault.push","params":{"ops":[' .. table.concat(ops, ",") .. ']}}'
  return wrk.format("POST", wrk.path, {["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. tokens[turn % #tokens + 1]}, push)
end
