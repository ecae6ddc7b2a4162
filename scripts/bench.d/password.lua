-- Logins at glewlwyd with a password: each request is of another person, and each opens a new session.
local people, turn = 1, 0
function init(arguments) people = tonumber(arguments[1]) end
function request()
  turn = turn % people + 1
  local body = '{"username":"person' .. turn - 1 .. '","password":"correct horse ' .. turn - 1 .. '"}'
  return wrk.format("POST", wrk.path, {["Content-Type"] = "application/json"}, body)
end
