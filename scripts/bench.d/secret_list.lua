-- Reads of whole secrets: each request carries one of the prepared tokens, whose owner has one secret.
local requests, turn = {}, 0
function init(arguments)
  local body = '{"jsonrpc":"2.0","id":1,"method":"secret.list","params":{"reveal":true}}'
  for line in io.lines(arguments[1]) do
    requests[#requests + 1] = wrk.format("POST", wrk.path,
      {["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. line:match("^(%S+)")}, body)
  end
end
function request() turn = turn % #requests + 1; return requests[turn] end
