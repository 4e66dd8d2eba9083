-- Makes scripts that were not written for this adapter tell it what it must know.

-- Every effect that activates gets the number of its registration as description, and sleeps until the duel begins.
local register=Card.RegisterEffect
local counted,operations,distinct={},{},0
function Card.RegisterEffect(c,e,...)
	local t=e:GetType()
	if t&0x7f0~=0 and t&0x800==0 and e:GetOwner()==c then
		local code=c:GetOriginalCode()
		local n=counted[code] or 0
		counted[code]=n+1
		e:SetDescription((code<<20)|n)
		local op=e:GetOperation()
		if op and not operations[op] then
			distinct=distinct+1
			operations[op]=distinct
		end
		Debug.Message("effect "..code.." "..n.." "..t.." "..e:GetCode().." "..(op and operations[op] or 0))
		local condition=e:GetCondition()
		e:SetCondition(function(...)
			if not S.open then return false end
			return condition==nil or condition(...)
		end)
	end
	return register(c,e,...)
end

-- Tokens get codes of their own.
local create=Duel.CreateToken
function Duel.CreateToken(p,code,...)
	S.next=S.next+16
	Debug.Message("token "..S.next.." "..code)
	return create(p,S.next,...)
end

local brk=Duel.BreakEffect
function Duel.BreakEffect(...)
	S.mark(S.BREAK,0,0)
	return brk(...)
end

local target=Duel.SelectTarget
function Duel.SelectTarget(p,...)
	local e=Duel.GetChainInfo(0,1)
	S.mark(S.PURPOSE,p,2|((e and e:GetHandler():GetOriginalCode() or 0)<<16))
	return target(p,...)
end
