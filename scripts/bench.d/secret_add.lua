-- Stores secrets: every one has an id and a request id of its own.
local tokens, turn, salt = {}, 0, 0
function init(arguments)
  for line in io.lines(arguments[1]) do tokens[#tokens + 1] = line:match("^(%S+)") end
  salt = tonumber(arguments[2])
end
function request()
  turn = turn + 1
  local id = string.format("%08x-0000-4000-8000-%012x", salt, turn)
  local body = '{"jsonrpc":"2.0","id":1,"method":"secret.add","params":{"id":"' .. id .. '","requestId":"' .. id ..
    '","kind":"otp","body":{"accountName":"ada@example.com","issuer":"Example","type":"totp","secret":"JBSWY3DPEHPK3PXP","algorithm":"SHA1","digits":6,"period":30}}}'
  return wrk.format("POST", wrk.path, {["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. tokens[turn % #tokens + 1]}, body)
end
