-- Pulls when nothing has changed: each request carries one of the prepared tokens and its cursor.
local requests, turn = {}, 0
function init(arguments)
  for line in io.lines(arguments[1]) do
    local token, cursor = line:match("^(%S+) (%S+)$")
    local body = '{"jsonrpc":"2.0","id":1,"method":"vault.pull","params":{"cursor":"' .. cursor .. '"}}'
    requests[#requests + 1] = wrk.format("POST", wrk.path,
      {["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. token}, body)
  end
end
function request() turn = turn % #requests + 1; return requests[turn] end
