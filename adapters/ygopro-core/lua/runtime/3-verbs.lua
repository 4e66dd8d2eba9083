-- The verbs: for each whether it can be done now, and doing it. Doing says how much was done: 2 all, 1 some, 0 nothing.

local EFFECT,COST,DISCARD=0x40,0x80,0x4000
local function reason(x) return x.purpose=="cost" and COST or EFFECT end

local function part(done,asked) if done==0 then return 0 elseif done>=asked then return 2 end return 1 end
local function all(shares)
	if #shares==0 then return 0 end
	local first=shares[1]
	for _,s in ipairs(shares) do if s~=first then return 1 end end
	return first
end

-- Ways of moving cards: what keeps a card from it, and the move. `to` is where the card must not be already.
local moves={
	destroy={may=function(x,c,p) return (x.purpose=="cost" or c:IsDestructable(x.e)) end,
		run=function(x,g) return Duel.Destroy(g,reason(x)) end},
	["send to gy"]={to=0x10,may=function(x,c) return x.purpose~="cost" or c:IsAbleToGraveAsCost() end,
		run=function(x,g) return Duel.SendtoGrave(g,reason(x)) end},
	discard={to=0x10,may=function(x,c) return c:IsDiscardable(reason(x)) end,
		run=function(x,g) return Duel.SendtoGrave(g,reason(x)|DISCARD) end},
	banish={to=0x20,may=function(x,c) if x.purpose=="cost" then return c:IsAbleToRemoveAsCost() end return c:IsAbleToRemove() end,
		run=function(x,g) return Duel.Remove(g,5,reason(x)) end},
	tribute={to=0x10,may=function(x,c,p)
			if x.purpose=="cost" then return c:IsReleasable() end
			return c:IsReleasableByEffect(x.e)
		end,
		run=function(x,g) return Duel.Release(g,reason(x)) end},
	["add to hand"]={to=2,may=function(x,c) return c:IsAbleToHand() end,
		run=function(x,g) return Duel.SendtoHand(g,nil,reason(x)) end},
	["return to hand"]={to=2,may=function(x,c) return x.purpose=="cost" and c:IsAbleToHandAsCost() or c:IsAbleToHand() end,
		run=function(x,g) return Duel.SendtoHand(g,nil,reason(x)) end},
	["return to deck"]={to=1,may=function(x,c) return x.purpose=="cost" and c:IsAbleToDeckOrExtraAsCost() or c:IsAbleToDeck() end,
		run=function(x,g,s) return Duel.SendtoDeck(g,nil,s.where,reason(x)) end},
}
S.VERBS={destroy=1,["send to gy"]=2,discard=3,banish=4,tribute=5,["add to hand"]=6,["return to hand"]=7,["return to deck"]=8,
	["special summon"]=9,fusion=10}

local function may_move(x,v)
	local move=moves[v.verb]
	return function(c,p)
		if move.to and c:IsLocation(move.to) then return false end
		-- A monster defeated in battle cannot pay for an optional effect.
		if x.purpose=="cost" and c:IsStatus(0x4000) and not x.spec.f then return false end
		return move.may(x,c,p)
	end
end
local function relocate(x,v)
	local s=v.sel
	local shares,chosen,per={},{},{}
	for _,p in ipairs(S.addressed(x,s.who)) do
		local cards,asked=S.select(x,s,p,may_move(x,v))
		per[#per+1]={p,#cards,asked,cards}
		for _,c in ipairs(cards) do chosen[#chosen+1]=c end
	end
	local moved=0
	if #chosen>0 then
		local held={}
		for _,c in ipairs(chosen) do
			held[c]=S.still(x,c)
			S.done[c]=c:GetCounter(S.COUNTER)
		end
		S.mark(S.VERB,0,S.VERBS[v.verb])
		moved=moves[v.verb].run(x,S.group(chosen),v)
		S.mark(S.VERB,0,0)
		for c,was in pairs(held) do if was then S.follow(x,{c}) end end
	end
	for _,share in ipairs(per) do
		local done=math.min(share[2],moved)
		local n=part(done,share[3])
		shares[#shares+1]=(n==0 and s.even_none) and 2 or n
	end
	S.name(x,s.as,chosen)
	return all(shares)
end
local function movable(x,v) return S.enough(x,v.sel,may_move(x,v)) end

S.verbs={}
for verb in pairs(moves) do S.verbs[verb]={can=movable,run=relocate} end

-- Special Summons.
local function room(x,side) return Duel.GetLocationCount(side,4) end
local function may_summon(x,v)
	return function(c,p)
		if c:IsLocation(0xc) then return false end
		local side=v.to_opponent and 1-p or p
		return c:IsCanBeSpecialSummoned(x.e,0,p,false,false,v.pos or 5,side)
	end
end
local function summon_with_room(x,v,cards,p)
	local side=v.to_opponent and 1-p or p
	local pos=v.pos or 5
	S.mark(S.VERB,0,S.VERBS["special summon"])
	local placed={}
	for _,c in ipairs(cards) do
		if room(x,side)>0 and Duel.SpecialSummonStep(c,0,p,side,false,false,pos) then placed[#placed+1]=c end
	end
	return placed
end
S.verbs["special summon"]={
	can=function(x,v)
		local s=v.sel
		local each=s.who=="each player"
		for _,p in ipairs(S.addressed(x,s.who)) do
			local side=v.to_opponent and 1-p or p
			local free=v.frees and 5 or room(x,side)
			if v.token then return free>=v.n and Duel.IsPlayerCanSpecialSummon(p) end
			local able=0
			for _,c in ipairs(S.pool(x,s,p)) do if may_summon(x,v)(c,p) then able=able+1 end end
			local enough=able>=S.needed(s) and free>=1
			if enough and each then return true end
			if not enough and not each then return false end
		end
		return not each
	end,
	run=function(x,v)
		local s=v.sel
		local shares,all_placed={},{}
		for _,p in ipairs(S.addressed(x,s.who)) do
			local side=v.to_opponent and 1-p or p
			local cards,asked
			if v.token then
				cards,asked={},v.n
				if room(x,side)>=v.n then
					for i=1,v.n do
						local c=S.token(p,v.token)
						if c:IsCanBeSpecialSummoned(x.e,0,p,false,false,v.pos or 5,side) then cards[#cards+1]=c end
					end
				end
			else
				local s2=s
				if s.count=="as many as possible" then
					s2=setmetatable({count="exactly",n=room(x,side)},{__index=s})
				end
				cards,asked=S.select(x,s2,p,may_summon(x,v))
			end
			local placed=summon_with_room(x,v,cards,p)
			for _,c in ipairs(placed) do all_placed[#all_placed+1]=c end
			shares[#shares+1]=part(#placed,math.max(asked,1))
		end
		Duel.SpecialSummonComplete()
		S.mark(S.VERB,0,0)
		S.follow(x,all_placed)
		S.name(x,s.as,all_placed)
		return all(shares)
	end,
}

-- Summons with materials, which leave before the monster is Summoned; both or neither.
S.HOW={fusion={summon=0x43000000,reason=0x40000},synchro={summon=0x46000000,reason=0x80000},link={summon=0x4c000000,reason=0x10000000}}

local function add_set(sets,taken)
	local set={table.unpack(taken)}
	table.sort(set,function(a,b) return a:GetOriginalCode()<b:GetOriginalCode() end)
	for _,known in ipairs(sets) do
		local same=#known==#set
		for k,c in ipairs(known) do if set[k]~=c then same=false end end
		if same then return end
	end
	sets[#sets+1]=set
end
-- Every way to meet the demands, each so many monsters of a group or more.
local function assign(x,demands,i,pool,taken,sets,n,first)
	local demand=demands[i]
	if not demand then add_set(sets,taken) return end
	if n>=demand.n then assign(x,demands,i+1,pool,taken,sets,0,1) end
	if n>=demand.n and not demand.more then return end
	for k=first,#pool do
		local c=pool[k]
		if not S.has(taken,c) and demand.of.f(x,x.tp,c,S.now,true) then
			taken[#taken+1]=c
			assign(x,demands,i,pool,taken,sets,n+1,k+1)
			taken[#taken]=nil
		end
	end
end
-- Levels of Synchro Materials add up to the Level, Link Materials to the Link Rating, each as one or as its own.
local function adds_up(how,monster,set)
	if how=="synchro" then
		local sum=0
		for _,c in ipairs(set) do sum=sum+c:GetLevel() end
		return sum==monster:GetLevel()
	elseif how=="link" then
		local sums={[0]=true}
		for _,c in ipairs(set) do
			local following={}
			for n in pairs(sums) do
				following[n+1]=true
				if c:IsType(0x4000000) then following[n+c:GetLink()]=true end
			end
			sums=following
		end
		return sums[monster:GetLink()]==true
	end
	return true
end
function S.material_sets(x,v,monster)
	local demands=S.materials[monster:GetCode()] or {}
	if #demands==0 then return {} end
	local pool={}
	if v.using then pool=S.members(x,v.using,nil,true)
	else for _,c in ipairs(S.list(Duel.GetFieldGroup(x.tp,4,0))) do if c:IsFaceup() then pool[#pool+1]=c end end
	end
	local sets,fit={},{}
	assign(x,demands,1,pool,{},sets,0,1)
	for _,set in ipairs(sets) do
		if adds_up(v.how,monster,set) and Duel.GetLocationCountFromEx(x.tp,x.tp,S.group(set),monster)>0 then fit[#fit+1]=set end
	end
	return fit
end
function S.send_materials(x,v,monster,reason)
	local sets=S.material_sets(x,v,monster)
	if #sets==0 then return false end
	local union,lines={},{}
	for _,set in ipairs(sets) do
		local codes={}
		for _,c in ipairs(set) do
			if not S.has(union,c) then union[#union+1]=c end
			codes[#codes+1]=c:GetOriginalCode()
		end
		lines[#lines+1]=table.concat(codes," ")
	end
	Debug.Message("sets "..table.concat(lines,","))
	local materials=S.ask(x,x.tp,union,1,#union,"materials")
	local g=S.group(materials)
	monster:SetMaterial(g)
	S.mark(S.VERB,0,S.VERBS.fusion)
	Duel.SendtoGrave(g,0x8|reason|S.HOW[v.how].reason)
	S.mark(S.VERB,0,0)
	return true
end
local function may_fuse(x,v)
	return function(c)
		return c:IsCanBeSpecialSummoned(x.e,S.HOW[v.how].summon,x.tp,false,false) and #S.material_sets(x,v,c)>0
	end
end
S.verbs.fusion={
	can=function(x,v) return S.enough(x,v.sel,may_fuse(x,v)) end,
	run=function(x,v)
		local monster=S.select(x,v.sel,x.tp,may_fuse(x,v))[1]
		if not monster or not S.send_materials(x,v,monster,0x40) then return 0 end
		S.brk()
		local n=Duel.SpecialSummon(monster,S.HOW[v.how].summon,x.tp,x.tp,false,false,v.pos or 5)
		monster:CompleteProcedure()
		if n>0 and v.how=="synchro" then
			-- The core itself tells materials of what an effect Summons for Fusions only.
			local g=monster:GetMaterial()
			for _,c in ipairs(S.list(g)) do Duel.RaiseSingleEvent(c,1108,x.e,S.HOW[v.how].reason,x.tp,x.tp,0) end
			Duel.RaiseEvent(g,1108,x.e,S.HOW[v.how].reason,x.tp,x.tp,0)
		end
		S.name(x,v.sel.as,{monster})
		return n>0 and 2 or 0
	end,
}

-- Positions.
local turns={attack={1,1,1,1},defense={4,4,4,4},["face-up defense"]={4,4,4,4},["face-down"]={8,8,8,8},other={4,4,1,1}}
local function may_turn(v)
	return function(c)
		if not c:IsLocation(4) then return false end
		if v.to=="face-down" then return c:IsFaceup() and c:IsCanTurnSet() end
		if v.to=="other" then return true end
		return c:GetPosition()~=turns[v.to][1]
	end
end
S.verbs["change position"]={
	can=function(x,v) return S.enough(x,v.sel,may_turn(v)) end,
	run=function(x,v)
		local shares={}
		for _,p in ipairs(S.addressed(x,v.sel.who)) do
			local cards,asked=S.select(x,v.sel,p,may_turn(v))
			local n=0
			if #cards>0 then n=Duel.ChangePosition(S.group(cards),table.unpack(turns[v.to])) end
			S.name(x,v.sel.as,cards)
			local share=part(n,asked)
			shares[#shares+1]=(share==0 and v.sel.even_none) and 2 or share
		end
		return all(shares)
	end,
}

-- Control.
-- On resolution the core itself says what comes of control without a free zone.
local function may_take(p,anyway)
	return function(c) return c:IsLocation(4) and not c:IsControler(p) and c:IsControlerCanBeChanged(anyway) end
end
local function take(x,v)
	local p=S.addressed(x,v.sel.who)[1]
	return p,S.select(x,v.sel,p,may_take(p,true))
end
S.verbs["take control"]={
	can=function(x,v)
		local p=S.addressed(x,v.sel.who)[1]
		return S.enough(x,v.sel,may_take(p,false))
	end,
	run=function(x,v)
		local p,cards,asked=take(x,v)
		local n=0
		if v.leaves then
			local stay=x.c:GetRealFieldID()
			for _,c in ipairs(cards) do
				local e=Effect.CreateEffect(x.c)
				e:SetType(1) e:SetCode(4) e:SetProperty(0x400) e:SetValue(p) e:SetReset(0x1fc1000)
				e:SetCondition(function() return x.c:IsLocation(0xc) and x.c:GetRealFieldID()==stay end)
				c:RegisterEffect(e)
				n=n+1
			end
			S.mark(S.APPLIED,0,0)
		elseif #cards>0 then n=Duel.GetControl(S.group(cards),p,v.phase,v.count) end
		return part(n,asked)
	end,
	-- "X and Y" of control: both choose, then the monsters change sides at once.
	swap=function(x,v,w)
		local _,one=take(x,v)
		local _,two=take(x,w)
		if not one[1] or not two[1] then return 0 end
		return Duel.SwapControl(one[1],two[1],v.phase,v.count) and 2 or 0
	end,
}

-- ATK and DEF.
local function may_change(c) return c:IsLocation(4) and c:IsFaceup() end
S.verbs["change value"]={
	can=function(x,v) return S.enough(x,v.sel,function(c) return c:IsFaceup() end) end,
	run=function(x,v)
		local cards,asked=S.select(x,v.sel,x.tp,may_change)
		for _,c in ipairs(cards) do
			local before=v.atk and c:GetAttack() or c:GetDefense()
			local n=S.amount(x,v.amount,before)
			local e=Effect.CreateEffect(x.c)
			e:SetType(1)
			if v.sets then e:SetCode(v.atk and 102 or 106) else e:SetCode(v.atk and 100 or 104) end
			e:SetProperty(0x400)
			e:SetValue(n)
			e:SetReset(0x1fe1000|v.reset)
			c:RegisterEffect(e)
			x.amount=math.abs((v.atk and c:GetAttack() or c:GetDefense())-before)
		end
		if #cards>0 then S.mark(S.APPLIED,0,0) end
		return part(#cards,asked)
	end,
}

S.verbs.reveal={
	can=function(x,v) return S.enough(x,v.sel) end,
	run=function(x,v)
		local named,sum={},0
		for _,p in ipairs(S.addressed(x,v.sel.who)) do
			local cards,asked=S.select(x,v.sel,p)
			sum=sum+asked
			for _,c in ipairs(cards) do named[#named+1]=c end
			if #cards>0 then Duel.ConfirmCards(1-p,S.group(cards)) end
		end
		S.name(x,v.sel.as,named)
		return part(#named,sum)
	end,
}

-- Nothing happens to the cards; later parts know them by their name.
S.verbs.pick={
	can=function(x,v) return S.enough(x,v.sel) end,
	run=function(x,v)
		local named,sum={},0
		for _,p in ipairs(S.addressed(x,v.sel.who)) do
			local cards,asked=S.select(x,v.sel,p)
			sum=sum+asked
			for _,c in ipairs(cards) do named[#named+1]=c end
		end
		S.name(x,v.sel.as,named)
		return part(#named,sum)
	end,
}

S.verbs.equip={
	can=function(x,v) return S.enough(x,v.sel) end,
	run=function(x,v)
		local to=S.still_meant(x,v.to)[1]
		if not to or not to:IsFaceup() or not to:IsLocation(4) then return 0 end
		local cards,asked=S.select(x,v.sel,x.tp)
		local n=0
		for _,c in ipairs(cards) do
			if Duel.Equip(x.tp,c,to) then
				n=n+1
				if c:GetOriginalType()&1~=0 then
					local e=Effect.CreateEffect(c)
					e:SetType(1) e:SetCode(76) e:SetProperty(0x400) e:SetReset(0x1fe1000)
					e:SetValue(function(_,d) return d==to end)
					c:RegisterEffect(e)
				end
			end
		end
		return part(n,asked)
	end,
}

local function on_field(x,word)
	local out={}
	for _,c in ipairs(S.still_meant(x,word)) do if c:IsLocation(0xc) then out[#out+1]=c end end
	return out
end
S.verbs["place counters"]={
	can=function() return true end,
	run=function(x,v)
		local cards=on_field(x,v.on)
		for _,c in ipairs(cards) do c:AddCounter(S.COUNTER,S.amount(x,v.amount,0)) end
		return part(#cards,1)
	end,
}
S.verbs["remove counters"]={
	can=function(x,v)
		for _,c in ipairs(on_field(x,v.on)) do if c:GetCounter(S.COUNTER)>=S.amount(x,v.amount,0) then return true end end
		return false
	end,
	run=function(x,v)
		local n=0
		for _,c in ipairs(on_field(x,v.on)) do
			local count=S.amount(x,v.amount,0)
			if c:GetCounter(S.COUNTER)>=count and c:RemoveCounter(x.tp,S.COUNTER,count,reason(x)) then n=n+1 end
		end
		return part(n,1)
	end,
}

-- Life points and draws. An amount in a part for each player means each player's own.
local function own(x,v,p,base)
	if v.who=="each player" and type(v.amount)=="table" and v.amount[1]=="number" then
		local n=0
		for _,c in ipairs(S.meant(x,v.amount[2])) do if c:GetOwner()==p then n=n+v.amount[3] end end
		return n
	end
	return S.amount(x,v.amount,base)
end
local function for_each(x,v,act)
	local shares={}
	for _,p in ipairs(S.addressed(x,v.who)) do
		local n=own(x,v,p,Duel.GetLP(p))*(x.times or 1)
		x.amount=n
		shares[#shares+1]=(n>0 and act(p,n)~=0) and 2 or 0
	end
	return all(shares)
end
S.verbs.draw={
	can=function(x,v)
		for _,p in ipairs(S.addressed(x,v.who)) do
			local n=own(x,v,p,0)
			if n>0 and not Duel.IsPlayerCanDraw(p,n) then return false end
		end
		return true
	end,
	run=function(x,v)
		return for_each(x,v,function(p,n)
			local drawn=Duel.Draw(p,n,0x40)
			if v.as then S.name(x,v.as,S.list(Duel.GetOperatedGroup())) end
			return drawn
		end)
	end,
}
S.verbs.damage={
	can=function() return true end,
	run=function(x,v)
		local each=v.who=="each player"
		local done=for_each(x,v,function(p,n) return Duel.Damage(p,n,0x40,each) end)
		if each then Duel.RDComplete() end
		return done
	end,
}
S.verbs["gain lp"]={
	can=function() return true end,
	run=function(x,v) return for_each(x,v,function(p,n) return Duel.Recover(p,n,0x40) end) end,
}
S.verbs["pay lp"]={
	can=function(x,v)
		for _,p in ipairs(S.addressed(x,v.who)) do
			local lp=Duel.GetLP(p)
			if not (type(v.amount)=="table" and v.amount[1]=="half") and S.amount(x,v.amount,lp)>=lp then return false end
		end
		return true
	end,
	run=function(x,v)
		return for_each(x,v,function(p,n)
			if type(v.amount)=="table" and v.amount[1]=="half" then n=Duel.GetLP(p)//2 end
			Duel.PayLPCost(p,n)
			return n
		end)
	end,
}

-- Negations. What is negated is what the effect answers.
S.verbs.negate={
	can=function() return true end,
	run=function(x,v)
		local what=v.what
		if what=="that summon or activation" then what=x.event==1027 and "that activation" or "that summon" end
		if what=="that activation" then
			if not Duel.NegateActivation(x.ev) then return 0 end
			-- A card that is to be returned must not wait for the end of the chain.
			for _,part in ipairs(x.bullet.does) do
				if part.verb=="return to deck" or part.verb=="return to hand" then
					for _,c in ipairs(S.still_meant(x,"those")) do c:CancelToGrave() end
				end
			end
			return 2
		elseif what=="that effect" then return Duel.NegateEffect(x.ev) and 2 or 0
		elseif what=="that attack" then return Duel.NegateAttack() and 2 or 0
		end
		Duel.NegateSummon(x.eg)
		for _,c in ipairs(S.list(x.eg)) do S.mark(S.UNSUMMON,0,c:GetOriginalCode()) end
		return 2
	end,
}

S.verbs.apply={
	can=function() return true end,
	run=function(x,v)
		S.mark(S.APPLIED,0,0)
		v.mod(x,v.reset,v.turns)
		return 2
	end,
}
S.verbs["end battle phase"]={
	can=function() return true end,
	run=function()
		local phase=Duel.GetCurrentPhase()
		if phase<8 or phase>0x80 then return 0 end
		S.mark(S.APPLIED,0,0)
		Duel.SkipPhase(Duel.GetTurnPlayer(),0x80,0x40000010,1)
		return 2
	end,
}
-- It becomes the End Phase.
S.verbs["end turn"]={
	can=function() return true end,
	run=function(x)
		local t=Duel.GetTurnPlayer()
		S.mark(S.APPLIED,0,0)
		Duel.SkipPhase(t,4,0x40000200,1)
		Duel.SkipPhase(t,0x80,0x40000200,1,1)
		Duel.SkipPhase(t,0x100,0x40000200,1)
		local e=Effect.CreateEffect(x.c)
		e:SetType(2) e:SetCode(185) e:SetProperty(0x800) e:SetTargetRange(1,1) e:SetReset(0x40000200)
		Duel.RegisterEffect(e,x.tp)
		return 2
	end,
}
S.verbs["calculate damage"]={
	can=function() return Duel.GetAttacker()~=nil end,
	run=function(x)
		local a=Duel.GetAttacker()
		if not a or not a:IsLocation(4) or not a:CanAttack() or not x.c:IsLocation(4) or not S.still(x,x.c) then return 0 end
		Duel.CalculateDamage(a,x.c)
		return 2
	end,
}
local function may_normal(x) return function(c) return c:IsSummonable(true,nil) end end
S.verbs["normal summon"]={
	can=function(x,v) return S.enough(x,v.sel,may_normal(x)) end,
	run=function(x,v)
		local cards=S.select(x,v.sel,x.tp,may_normal(x))
		if not cards[1] then return 0 end
		Duel.Summon(x.tp,cards[1],true,nil)
		return 2
	end,
}
S.verbs["you can"]={
	can=function(x,v) return S.can(x,v.step) end,
	run=function(x,v)
		if not S.can(x,v.step) then return 0 end
		S.purpose(x,x.tp,"effect")
		if Duel.SelectYesNo(x.tp,x.e:GetDescription()) then return S.run(x,v.step) end
		return 0
	end,
}
S.verbs["only if"]={
	can=function(x,v) return S.can(x,v.step) end,
	run=function(x,v) if v.test(x) then return S.run(x,v.step) end return 0 end,
}
function S.can(x,v) return S.verbs[v.verb].can(x,v) end
-- What is not done opens no new moment: the break comes with the first doing after it.
local wrappers={["you can"]=true,["only if"]=true}
function S.run(x,v)
	if x.broken and not wrappers[v.verb] then
		x.broken=nil
		if S.can(x,v) then S.brk() end
	end
	return S.verbs[v.verb].run(x,v)
end

-- A token gets a code of its own; the adapter is told its name before the core asks for its data.
function S.token(p,name)
	S.next=S.next+16
	Debug.Message("token "..S.next.." "..name)
	return Duel.CreateToken(p,S.next)
end

-- "Then": what comes now happens later. Seen by the adapter, and by what misses its timing.
function S.brk()
	S.mark(S.BREAK,0,0)
	Duel.BreakEffect()
end

-- Parts joined by conjunctions; says whether anything was done.
local needs={["and"]=true,["and if you do"]=true,["then"]=true}
local later={["then"]=true,["also after that"]=true}
function S.carry_out(x,parts)
	local before,any=2,false
	local i=1
	while i<=#parts do
		local part=parts[i]
		local joint=part.joint
		local following=parts[i+1]
		local both=following and following.joint=="and"
		if needs[joint] and before==0 then
			-- What needs a part that failed fails too.
		elseif both and not S.both_possible(x,parts,i) then
			before=0
		else
			x.broken=later[joint]
			if both and part.verb=="take control" and following.verb=="take control" then
				before=S.verbs["take control"].swap(x,part,following)
				i=i+1
			else
				before=S.run(x,part)
			end
			if before~=0 then any=true end
		end
		i=i+1
	end
	return any
end
function S.both_possible(x,parts,i)
	if not S.can(x,parts[i]) then return false end
	local k=i+1
	while parts[k] and parts[k].joint=="and" do
		if not parts[k].depends and not S.can(x,parts[k]) then return false end
		k=k+1
	end
	return true
end
-- Whether every part that is not optional can be done, as far as the board shows it.
function S.possible(x,parts)
	for _,part in ipairs(parts) do
		if not part.depends and part.verb~="you can" and not S.can(x,part) then return false end
		if part.verb=="negate" then return true end
	end
	return true
end
