-- What an effect leaves to be done in a later phase, without a chain.

-- Cards of which something is left to be done are marked, as long as they neither move nor are turned face-down.
function S.tie(code,cards)
	for _,c in ipairs(cards) do
		if c:GetFlagEffect(code)==0 then c:RegisterFlagEffect(code,0x1fe1000,0,1) end
	end
end

-- Whether the phase that was meant has come.
local function comes(v,made,tp)
	local now=Duel.GetTurnCount()
	if v.which==nil then return true
	elseif v.which=="this turn" then return now==made.turn
	elseif v.which=="next turn" then return now==made.turn+1
	end
	local whose=nil
	if v.which=="your next" then whose=tp elseif v.which=="opponent's next" then whose=1-tp end
	return now==S.first_turn(made.turn,made.phase,v.phase,whose)+(v.n-1)*(whose==nil and 1 or 2)
end

-- Verbs that are due again while their cards have not moved.
local moving={destroy=true,["send to gy"]=true,banish=true,tribute=true,["return to hand"]=true,["return to deck"]=true}

local marks=0
S.verbs.later={
	can=function() return true end,
	run=function(x,v)
		marks=marks+1
		local code=0x70000000+marks
		local y={spec=x.spec,c=x.c,tp=x.tp,names={},those={},declared=x.declared,settled=true,late=code}
		S.tie(code,{x.c})
		for name,cards in pairs(x.names) do
			y.names[name]={table.unpack(cards)}
			S.tie(code,cards)
		end
		for _,c in ipairs(x.those or {}) do y.those[#y.those+1]=c end
		S.tie(code,y.those)
		local made={turn=Duel.GetTurnCount(),phase=Duel.GetCurrentPhase()}
		local tried=nil
		local function lapsed()
			for _,part in ipairs(v.does) do
				if not part.sel or part.sel.pick~="what" or #S.still_meant(y,part.sel.word)>0 then return false end
			end
			return true
		end
		if v.start then return S.at_the_start(x,v,y,made) end
		local e=Effect.CreateEffect(x.c)
		e:SetType(0x802) e:SetCode(0x1000|v.phase) e:SetProperty(0x80)
		e:SetCondition(function() return tried~=Duel.GetTurnCount() and comes(v,made,y.tp) and not lapsed() end)
		e:SetOperation(function(e)
			tried=Duel.GetTurnCount()
			y.e=e
			S.mark(S.BREAK,0,0)
			S.carry_out(y,v.does)
			local again=false
			if v.which==nil then
				for _,part in ipairs(v.does) do
					if moving[part.verb] and part.sel.pick=="what" then
						for _,c in ipairs(S.still_meant(y,part.sel.word)) do
							if not c:IsLocation(0x30) then again=true end
						end
					end
				end
			end
			if not again then e:Reset() end
		end)
		Duel.RegisterEffect(e,x.tp)
		return 2
	end,
}

-- Returning to the field, which is no Summon.
local function may_return(c) return not c:IsLocation(0xc) and c:IsPreviousLocation(0xc) end
S.verbs["return to field"]={
	can=function(x,v) return S.enough(x,v.sel,may_return) end,
	run=function(x,v)
		local cards,asked=S.select(x,v.sel,x.tp,may_return)
		local n=0
		S.mark(S.VERB,0,S.VERBS["return to field"])
		local barred={}
		for _,c in ipairs(cards) do
			if c:IsHasEffect(0x10006ffd) then barred[#barred+1]=c
			elseif Duel.ReturnToField(c) then n=n+1 S.returned[c]=true end
		end
		S.mark(S.VERB,0,0)
		-- What cannot return goes to the GY.
		if #barred>0 then n=n+Duel.SendtoGrave(S.group(barred),0x400|0x20000) end
		S.name(x,v.sel.as,cards)
		if n==0 then return 0 elseif n>=asked then return 2 end
		return 1
	end,
}

-- As a phase begins: before the draw, or as the first other phase of the turn starts.
local beginnings={[1]={1113},[2]={0x2002},[4]={0x2004},[0x80]={0x2008},[0x100]={0x2100},[0x200]={0x2200}}
function S.at_the_start(x,v,y,made)
	local made_of={}
	for _,phase in ipairs(v.phases) do
		for _,code in ipairs(beginnings[phase]) do
			local e=Effect.CreateEffect(x.c)
			e:SetType(0x802) e:SetCode(code) e:SetProperty(0x80)
			e:SetCondition(function() return comes(v,made,y.tp) end)
			e:SetOperation(function(e)
				y.e=e
				S.mark(S.BREAK,0,0)
				S.carry_out(y,v.does)
				for _,other in ipairs(made_of) do other:Reset() end
			end)
			made_of[#made_of+1]=e
			Duel.RegisterEffect(e,x.tp)
		end
	end
	return 2
end

-- Skipping a phase of a player's turn, or the normal draw.
local skips={[1]=180,[2]=181,[4]=182,[0x80]=183,[0x100]=184}
S.verbs.skip={
	can=function() return true end,
	run=function(x,v)
		S.mark(S.APPLIED,0,0)
		local now,phase=Duel.GetTurnCount(),Duel.GetCurrentPhase()
		for _,p in ipairs(S.addressed(x,v.who)) do
			local own=Duel.GetTurnPlayer()==p
			local turn
			if v.which=="this turn" or (v.which=="next" and own and phase<v.phase) then turn=now
			else turn=own and now+2 or now+1 end
			local e=Effect.CreateEffect(x.c)
			e:SetType(2) e:SetCode(skips[v.phase]) e:SetProperty(0x800)
			e:SetTargetRange(p==x.tp and 1 or 0,p==x.tp and 0 or 1)
			e:SetCondition(function() return Duel.GetTurnCount()==turn end)
			Duel.RegisterEffect(e,x.tp)
		end
		return 2
	end,
}
local function draws(x) return Duel.GetTurnPlayer()==x.tp and Duel.GetDrawCount(x.tp)>0 and Duel.GetFieldGroupCount(x.tp,1,0)>0 end
S.verbs["skip draw"]={
	can=draws,
	run=function(x)
		if not draws(x) then return 0 end
		S.mark(S.APPLIED,0,0)
		local e=Effect.CreateEffect(x.c)
		e:SetType(2) e:SetCode(271) e:SetProperty(0x800) e:SetTargetRange(1,0) e:SetReset(0x40000001) e:SetValue(0)
		Duel.RegisterEffect(e,x.tp)
		return 2
	end,
}
