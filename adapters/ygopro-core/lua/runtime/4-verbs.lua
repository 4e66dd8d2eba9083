-- Verbs that do not move cards.

-- The end of the phase it is, as a reset of the core; others are known already.
function S.ending(reset)
	if reset~=-1 then return reset end
	local phase=Duel.GetCurrentPhase()
	return 0x40000000|(phase&0xf8~=0 and 0x80 or phase)
end
-- Whether an effect on the chain targets a card.
function S.targets_it(te,c)
	for i=1,Duel.GetCurrentChain() do
		local e,g=Duel.GetChainInfo(i,1,8)
		if e==te then return g~=nil and g:IsContains(c) end
	end
	return false
end
-- Cards without those that are unaffected by the effect.
function S.affected(x,cards)
	local out={}
	for _,c in ipairs(cards) do if not (x.e and x.purpose~="cost" and c:IsImmuneToEffect(x.e)) then out[#out+1]=c end end
	return out
end

-- Positions.
local turns={attack={1,1,1,1},defense={4,4,4,4},["face-up defense"]={4,4,4,4},["face-down"]={8,8,8,8},other={4,4,1,1}}
local function may_turn(v)
	return function(c)
		if not c:IsLocation(4) or c:IsType(0x4000000) then return false end
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
-- One that is exchanged needs a Main Monster Zone that is free once it has left.
local function may_take(v,p,anyway)
	return function(c)
		if not c:IsLocation(4) or c:IsControler(p) or not c:IsControlerCanBeChanged(anyway or v.swaps) then return false end
		return not v.swaps or Duel.GetMZoneCount(1-p,c,1-p,2)>0
	end
end
local function take(x,v)
	local p=S.addressed(x,v.sel.who)[1]
	return p,S.select(x,v.sel,p,may_take(v,p,true))
end
S.verbs["take control"]={
	can=function(x,v)
		local p=S.addressed(x,v.sel.who)[1]
		return S.enough(x,v.sel,may_take(v,p,false))
	end,
	run=function(x,v)
		local p,cards,asked=take(x,v)
		local n=0
		if v.leaves then
			local stay=x.c:GetRealFieldID()
			for _,c in ipairs(cards) do
				local e=Effect.CreateEffect(x.c)
				-- It is over for good once the one that holds it, or a monster that was face-up, is turned face-down.
				local over,up=false,c:IsFaceup()
				e:SetType(1) e:SetCode(4) e:SetProperty(0x400) e:SetValue(p) e:SetReset(0x1fc1000)
				e:SetCondition(function()
					over=over or not (x.c:IsLocation(0xc) and x.c:IsFaceup() and x.c:GetRealFieldID()==stay) or (up and c:IsFacedown())
					return not over
				end)
				c:RegisterEffect(e)
				n=n+1
			end
			S.mark(S.APPLIED,0,0)
		elseif #cards>0 then n=Duel.GetControl(S.group(cards),p,S.ending(v.phase)&0xfff,v.count) end
		return part(n,asked)
	end,
	-- "X and Y" of control: both choose, then the monsters change sides at once.
	swap=function(x,v,w)
		local _,one=take(x,v)
		local _,two=take(x,w)
		if not one[1] or not two[1] then return 0 end
		local swapped=Duel.SwapControl(one[1],two[1],S.ending(v.phase)&0xfff,v.count)
		S.name(x,v.sel.as,one)
		S.name(x,w.sel.as,two)
		return swapped and 2 or 0
	end,
}

-- ATK, DEF and Levels; what changes a Level in the hand goes on when the monster comes to the field.
local stats={
	atk={get=function(c) return c:GetAttack() end,by=100,to=102,original=103,printed=function(c) return math.max(c:GetTextAttack(),0) end},
	def={get=function(c) return c:GetDefense() end,by=104,to=106,original=107,printed=function(c) return math.max(c:GetTextDefense(),0) end},
	level={get=function(c) return c:GetLevel() end,by=130,to=131},
}
local function may_change(v)
	return function(c)
		if v.stat~="level" then return c:IsLocation(4) and c:IsFaceup() end
		return c:GetLevel()>0 and (c:IsLocation(2) or (c:IsLocation(4) and c:IsFaceup()))
	end
end
S.verbs["change value"]={
	-- A card that has yet to come to the Monster Zone does not lie face-down there.
	can=function(x,v) return S.enough(x,v.sel,v.stat=="level" and may_change(v) or function(c) return c:IsFaceup() or not c:IsLocation(4) end) end,
	run=function(x,v)
		local stat=stats[v.stat]
		local cards,asked=S.select(x,v.sel,x.tp,may_change(v))
		cards=S.affected(x,cards)
		-- A Level does not become what it is.
		if v.stat=="level" and not v.sets and type(v.amount)=="number" and v.amount<0 then cards=S.filter(cards,function(c) return c:GetLevel()>1 end) end
		if v.stat=="level" and v.sets then cards=S.filter(cards,function(c) return c:GetLevel()~=S.amount(x,v.amount,c:GetLevel()) end) end
		for _,c in ipairs(cards) do
			local before=stat.get(c)
			local n=S.amount(x,v.amount,v.original and stat.printed(c) or before)
			local e=Effect.CreateEffect(x.c)
			e:SetType(1)
			e:SetCode(v.original and stat.original or v.sets and stat.to or stat.by)
			e:SetProperty(0x400)
			e:SetValue(n)
			-- What a monster changes of itself alone ends when its effects are negated.
			local own=v.sel.word=="this card" and c==x.c and x.e:GetRange()&0x200==0 and 0x10000 or 0
			local stays=v.reset=="leaves"
			if stays then
				local stay=x.c:GetRealFieldID()
				e:SetCondition(function() return x.c:IsLocation(0xc) and x.c:IsFaceup() and x.c:GetRealFieldID()==stay end)
			end
			e:SetReset((c:IsLocation(2) and 0xfe1000 or 0x1fe1000)|own|(stays and 0 or S.ending(v.reset)),v.turns or 1)
			c:RegisterEffect(e)
			x.amount=math.abs(stat.get(c)-before)
		end
		if #cards>0 then S.mark(S.APPLIED,0,0) end
		S.name(x,v.sel.as,cards)
		return part(#cards,asked)
	end,
}

-- ATK and DEF switched, of monsters that have both.
local function may_switch(c) return c:IsLocation(4) and c:IsFaceup() and not c:IsType(0x4000000) end
S.verbs["switch atk and def"]={
	can=function(x,v) return S.enough(x,v.sel,may_switch) end,
	run=function(x,v)
		local cards,asked=S.select(x,v.sel,x.tp,may_switch)
		cards=S.affected(x,cards)
		for _,c in ipairs(cards) do
			local function change(code,n)
				local e=Effect.CreateEffect(x.c)
				e:SetType(1) e:SetCode(code) e:SetProperty(0x400) e:SetValue(n)
				e:SetReset(0x1fe1000|S.ending(v.reset),v.turns)
				c:RegisterEffect(e)
			end
			if v.original then
				local atk,def=c:GetBaseAttack(),c:GetBaseDefense()
				change(stats.atk.original,def) change(stats.def.original,atk)
			else
				local atk,def=c:GetAttack(),c:GetDefense()
				change(stats.atk.to,def) change(stats.def.to,atk)
			end
		end
		if #cards>0 then S.mark(S.APPLIED,0,0) end
		S.name(x,v.sel.as,cards)
		return part(#cards,asked)
	end,
}

-- Cards are chosen and named for later parts; what is done with each player's is told apart.
local function choosing(done,may)
	local function which(v) return v.sel.pick=="choose" and may or nil end
	return {
		can=function(x,v) return S.enough(x,v.sel,which(v)) end,
		run=function(x,v)
			local named,sum={},0
			for _,p in ipairs(S.addressed(x,v.sel.who)) do
				local cards,asked=S.select(x,v.sel,p,which(v))
				sum=sum+asked
				for _,c in ipairs(cards) do named[#named+1]=c end
				if #cards>0 then done(p,cards) end
			end
			S.name(x,v.sel.as,named)
			return part(#named,sum)
		end,
	}
end
-- What an effect keeps revealed in the hand is not revealed once more.
S.verbs.reveal=choosing(function(p,cards) Duel.ConfirmCards(1-p,S.group(cards)) end,function(c) return not (c:IsLocation(2) and c:IsPublic()) end)
-- Nothing happens to the cards; later parts know them by their name.
S.verbs.pick=choosing(function() end)

S.verbs.equip={
	can=function(x,v)
		local free=Duel.GetLocationCount(x.tp,8)>0
		return S.enough(x,v.sel,function(c) return free or c:IsLocation(8) end)
	end,
	run=function(x,v)
		local to=S.still_meant(x,v.to)[1]
		if not to or not to:IsFaceup() or not to:IsLocation(4) then
			-- What has nothing to be equipped to goes to the GY, by no effect.
			local left=v.sel.pick=="what" and S.filter(S.still_meant(x,v.sel.word),function(c) return c:IsLocation(0xe) and c:GetEquipTarget()==nil end) or {}
			if #left>0 then Duel.SendtoGrave(S.group(left),0x400) end
			return 0
		end
		local cards,asked=S.select(x,v.sel,x.tp)
		local n=0
		for _,c in ipairs(cards) do
			local known=S.still(x,c)
			-- A face-down monster stays face-down.
			local up=not (c:IsLocation(4) and c:IsFacedown())
			local one_too_many=up and not c:IsControler(x.tp) and not c:CheckUniqueOnField(x.tp)
			if not one_too_many and Duel.Equip(x.tp,c,to,up,true) then
				n=n+1
				if known then S.follow(x,{c}) end
				if c:GetOriginalType()&5~=0 then
					-- What a monster's own effect gives it is lost when that is negated.
					local held=x.c==to and c:GetOriginalType()&1~=0
					local e=Effect.CreateEffect(held and to or c)
					e:SetType(1) e:SetCode(76) e:SetProperty(held and 0x1000000 or 0x400) e:SetReset(0x1fe1000)
					e:SetValue(function(_,d) return d==to end)
					c:RegisterEffect(e)
				end
			end
		end
		Duel.EquipComplete()
		return part(n,asked)
	end,
}

local function on_field(x,word)
	local out={}
	for _,c in ipairs(S.still_meant(x,word)) do if c:IsLocation(0xc) then out[#out+1]=c end end
	return out
end
S.verbs["place counters"]={
	can=function(x,v)
		local cards=on_field(x,v.on)
		-- A card that is activated lies face-up by then.
		for _,c in ipairs(cards) do if c==x.leaving or c:IsCanAddCounter(S.COUNTER,1) then return true end end
		-- Once the effect resolves it must lie there.
		return #cards==0 and not x.settled
	end,
	run=function(x,v)
		local n=0
		for _,c in ipairs(S.affected(x,on_field(x,v.on))) do
			if c:AddCounter(S.COUNTER,S.amount(x,v.amount,0),true) then n=n+1 end
		end
		return part(n,1)
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

-- Counters of cards of a group together; of several cards, those with the most are not told apart.
local function bearing(x,v) return S.filter(S.members(x,v.of),function(c) return c:GetCounter(S.COUNTER)>0 end) end
S.verbs["remove counters among"]={
	can=function(x,v)
		local all=0
		for _,c in ipairs(bearing(x,v)) do all=all+c:GetCounter(S.COUNTER) end
		return all>=S.amount(x,v.amount,0)
	end,
	run=function(x,v)
		local left=S.amount(x,v.amount,0)
		-- They are picked one by one, and removed at once, in the order of the set-up.
		local from,taken={},{}
		while left>0 do
			local cards=S.filter(bearing(x,v),function(c) return c:GetCounter(S.COUNTER)>(taken[c] or 0) end)
			if #cards==0 then return 0 end
			local c=cards[1]
			if #cards>1 then c=S.select(x,{pick="choose",count="exactly",n=1,of={f=function(x,p,d) return S.has(cards,d) end,at=0xc}},x.tp)[1] end
			if not taken[c] then from[#from+1]=c end
			local n=#cards==1 and left or 1
			taken[c]=(taken[c] or 0)+n
			left=left-n
		end
		table.sort(from,function(c,d) return c:GetOriginalCode()<d:GetOriginalCode() end)
		for _,c in ipairs(from) do c:RemoveCounter(x.tp,S.COUNTER,taken[c],reason(x)) end
		return 2
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
-- The cards a player has in the hand, without one that is being activated.
function S.hand(x,p)
	return #S.filter(S.list(Duel.GetFieldGroup(p,2,0)),function(c) return c~=x.leaving end)
end
local function for_each(x,v,act)
	local shares={}
	for _,p in ipairs(S.addressed(x,v.who)) do
		local n=own(x,v,p,v.verb=="draw" and S.hand(x,p) or Duel.GetLP(p))*(x.times or 1)
		x.amount=n
		shares[#shares+1]=(n>0 and act(p,n)~=0) and 2 or 0
	end
	return all(shares)
end
S.verbs.draw={
	can=function(x,v)
		for _,p in ipairs(S.addressed(x,v.who)) do
			local n=own(x,v,p,S.hand(x,p))
			if n==0 and type(v.amount)=="table" and v.amount[1]=="until" then return false end
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
		-- Damage that the other player takes instead is something, too.
		local done=for_each(x,v,function(p,n)
			local before,own=Duel.GetLP(1-p),Duel.GetLP(p)
			local done=math.max(Duel.Damage(p,n,0x40,each),before-Duel.GetLP(1-p))
			-- So is what they gain instead, but it is no damage.
			if done<=0 and Duel.GetLP(p)>own then S.strayed=true end
			return done
		end)
		if each then Duel.RDComplete() end
		return done
	end,
}
S.verbs["gain lp"]={
	can=function() return true end,
	-- What they gain may be damage instead, which is something, too, but no gain.
	run=function(x,v)
		return for_each(x,v,function(p,n)
			local before=Duel.GetLP(p)
			Duel.Recover(p,n,0x40)
			if Duel.GetLP(p)<before then S.spared=true end
			return math.max(Duel.GetLP(p)-before,0)
		end)
	end,
}
S.verbs["pay lp"]={
	can=function(x,v)
		for _,p in ipairs(S.addressed(x,v.who)) do
			local lp=Duel.GetLP(p)
			if not (type(v.amount)=="table" and v.amount[1]=="half") and S.amount(x,v.amount,lp)>(v.all and lp or lp-1) then return false end
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

-- Life points that are lost, or become an amount.
local function lp_become(p,to)
	local before=Duel.GetLP(p)
	if to~=before then Duel.SetLP(p,to) end
	return math.abs(to-before)
end
S.verbs["lose lp"]={
	can=function() return true end,
	run=function(x,v)
		return for_each(x,v,function(p,n)
			local lp=Duel.GetLP(p)
			if type(v.amount)=="table" and v.amount[1]=="half" then n=lp//2 end
			return lp_become(p,math.max(lp-n,0))
		end)
	end,
}
S.verbs["lp become"]={
	can=function(x,v)
		for _,p in ipairs(S.addressed(x,v.who)) do if S.amount(x,v.amount,Duel.GetLP(p))~=Duel.GetLP(p) then return true end end
		return false
	end,
	run=function(x,v) return for_each(x,v,lp_become) end,
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
		elseif what=="that attack" then return S.negate_attack() and 2 or 0
		elseif what=="next attack" then
			if Duel.GetAttacker() then return S.negate_attack() and 2 or 0 end
			local e=Effect.CreateEffect(x.c)
			e:SetType(0x802) e:SetCode(1130) e:SetCountLimit(1) e:SetReset(0x40000200)
			e:SetCondition(function() return Duel.GetAttacker():IsControler(1-x.tp) end)
			e:SetOperation(function(e) S.negate_attack() e:Reset() end)
			Duel.RegisterEffect(e,x.tp)
			S.mark(S.APPLIED,0,0)
			return 2
		elseif what=="every other activation" then
			local cards={}
			for i=Duel.GetCurrentChain()-1,1,-1 do
				local e=Duel.GetChainInfo(i,1)
				if Duel.NegateActivation(i) and e then cards[#cards+1]=e:GetHandler() end
			end
			x.those=cards
			S.follow(x,cards)
			return #cards>0 and 2 or 0
		end
		-- Only the Summons of those monsters that the effect answers, and that can be negated.
		local negated={}
		for _,c in ipairs(S.list(x.eg)) do
			if (not x.those or S.has(x.those,c)) and not (c:IsHasEffect(26) or c:IsHasEffect(27) or c:IsHasEffect(39)) then negated[#negated+1]=c end
		end
		if #negated==0 then return 0 end
		Duel.NegateSummon(S.group(negated))
		for _,c in ipairs(negated) do S.mark(S.UNSUMMON,0,c:GetOriginalCode()) end
		x.those=negated
		return 2
	end,
}

-- Whether all these cards lie face-down on the field, where they are nothing that could change.
local function lies_face_down(cards)
	return #cards>0 and #S.filter(cards,function(c) return c:IsLocation(4) and c:IsFacedown() end)==#cards
end
-- What is negated already, of the cards that are to be negated; what the effect itself has Summoned came so.
local function negated_already(x,cards)
	return S.filter(cards,function(c) return c:IsLocation(0xc) and c:IsDisabled() and not (c:IsReason(0x800) and c:GetReasonEffect()==x.e) end)
end
-- How many Normal Summons a player may conduct in a turn.
local function normal_summons(p)
	local most=1
	for _,e in ipairs({Duel.GetPlayerEffect(p,28)}) do
		local n=e:GetValue()
		most=math.max(most,type(n)=="function" and n(e) or n)
	end
	return most
end
S.verbs.apply={
	-- As far as it is known by now what it is said of.
	can=function(x,v)
		if v.summons and normal_summons(x.tp)>=v.summons then return false end
		if v.prey and Duel.GetFieldGroupCount(x.tp,0,4)==0 then return false end
		if not x.resolving_parts or x.taken then return true end
		for _,name in ipairs(v.speaks or {}) do
			if x.names[name] and #S.still_meant(x,name)==0 then return false end
		end
		return not (v.changes and x.names[v.changes] and lies_face_down(S.still_meant(x,v.changes)))
	end,
	run=function(x,v)
		-- What is to hold until an effect has resolved speaks of the link below.
		if v.reset=="link" and not S.called_from_below(x) then return 0 end
		for _,name in ipairs(v.speaks or {}) do
			if x.names[name] and #S.affected(x,S.still_meant(x,name))==0 then return 0 end
		end
		if v.changes and lies_face_down(S.still_meant(x,v.changes)) then return 0 end
		local meant=v.negates and S.still_meant(x,v.negates) or {}
		x.already=negated_already(x,meant)
		if #x.already>0 and #x.already==#meant then return 0 end
		S.mark(S.APPLIED,0,0)
		v.mod(x,v.reset,v.turns)
		return 2
	end,
}
-- Spells and Traps are Set by an effect, and monsters face-down in Defense Position.
local function takes_a_row_zone(c) return not c:IsType(1) and not c:IsType(0x80000) end
-- How many zones of the row the parts joined to a Set need, if every card they could Set needs one.
local function zones_of_joined(x,p)
	local n=0
	for _,part in ipairs(x.joined or {}) do
		local sets=part.verb=="set" and S.has(S.addressed(x,part.sel.who),p)
		local cards=sets and S.pool(setmetatable({joined=false},{__index=x}),part.sel,p) or {}
		if #cards>0 and #S.filter(cards,takes_a_row_zone)==#cards then n=n+S.needed(x,part.sel) end
	end
	return n
end
-- Of a card whose activation was negated the core says that it is nowhere.
local function lies_face_up_in_its_row(c) return not c:IsType(1) and c:IsFaceup() and (c:IsLocation(8) or c:GetLocation()==0) end
local function may_be_set(x)
	return function(c,p)
		if Duel.IsPlayerAffectedByEffect(p,c:IsType(1) and 23 or 24) then return false end
		if c:IsType(1) then
			return not c:IsLocation(0xc) and not c:IsType(0x4004000) and Duel.GetLocationCount(p,4)>0 and c:IsCanBeSpecialSummoned(x.e,0,p,false,false,8)
		end
		if lies_face_up_in_its_row(c) then return true end
		return c:IsSSetable() and (not takes_a_row_zone(c) or not x.joined or Duel.GetLocationCount(p,8)>zones_of_joined(x,p))
	end
end
local function set_all(p,cards)
	local n,others=0,{}
	for _,c in ipairs(cards) do
		if lies_face_up_in_its_row(c) then
			-- It is turned face-down where it lies.
			c:CancelToGrave()
			n=n+Duel.ChangePosition(c,10)
			c:SetStatus(0x40000,false)
			Duel.RaiseEvent(c,1107,nil,0x40,p,p,0)
		elseif not c:IsType(1) then others[#others+1]=c
		else n=n+Duel.SpecialSummon(c,0,p,p,false,false,8) end
	end
	if #others>0 then n=n+Duel.SSet(p,S.group(others)) end
	return n
end
S.verbs.set={
	can=function(x,v) return S.enough(x,v.sel,may_be_set(x)) end,
	run=function(x,v)
		local n,sum=0,0
		for _,p in ipairs(S.addressed(x,v.sel.who)) do
			local cards,asked=S.select(x,v.sel,p,may_be_set(x))
			sum=sum+asked
			if #cards>0 then n=n+set_all(p,cards) end
			S.follow(x,cards)
			S.name(x,v.sel.as,cards)
		end
		return part(n,sum)
	end,
}
-- Cards are activated as part of an effect; what they do on activation is done then.
local function may_be_activated(x)
	return function(c,p)
		local kind=c:GetOriginalType()
		if kind&1~=0 or kind&0xa0000==0 or c:IsLocation(0xc) then return false end
		local e=c:GetActivateEffect()
		if not e or not e:IsActivatable(p,true,true) then return false end
		return kind&0x80000~=0 or Duel.GetLocationCount(p,8)>0
	end
end
S.verbs.activate={
	can=function(x,v) return S.enough(x,v.sel,may_be_activated(x)) end,
	run=function(x,v)
		local n,sum=0,0
		for _,p in ipairs(S.addressed(x,v.sel.who)) do
			local cards,asked=S.select(x,v.sel,p,may_be_activated(x))
			sum=sum+asked
			for _,c in ipairs(cards) do
				local field=c:GetOriginalType()&0x80000~=0
				local old=field and Duel.GetFieldCard(p,8,5)
				if old then Duel.SendtoGrave(old,0x400) end
				S.mark(S.VERB,0,S.VERBS.activate)
				if Duel.MoveToField(c,p,p,field and 0x100 or 8,5,true) then
					n=n+1
					local e=c:GetActivateEffect()
					e:UseCountLimit(p,1,true)
					S.mark(S.VERB,0,0)
					-- What it does on activation is done at once; then what waits for an activation is told.
					local spec=S.spec[e]
					if spec and spec.does and #spec.does>0 then S.carry_out(setmetatable({c=c,e=e,tp=p,names={}},{__index=x}),spec.does) end
					Duel.RaiseEvent(c,0x10005e60,e,0,p,p,0)
				end
				S.mark(S.VERB,0,0)
			end
			S.follow(x,cards)
			S.name(x,v.sel.as,cards)
		end
		return part(n,sum)
	end,
}
-- Monsters move to another zone of their row.
local function may_move(c) return c:IsLocation(4) and Duel.GetLocationCount(c:GetControler(),4)>0 end
S.verbs.move={
	can=function(x,v) return S.enough(x,v.sel,may_move) end,
	run=function(x,v)
		local n,sum=0,0
		for _,p in ipairs(S.addressed(x,v.sel.who)) do
			local cards,asked=S.select(x,v.sel,p,may_move)
			sum=sum+asked
			for _,c in ipairs(S.affected(x,cards)) do
				local own=c:IsControler(p)
				Duel.Hint(3,p,c:GetOriginalCode())
				local zone=Duel.SelectDisableField(p,1,own and 4 or 0,own and 0 or 4,0xe000e0)
				if not own then zone=zone>>16 end
				local seq=0
				while zone>>seq&1==0 do seq=seq+1 end
				Duel.MoveSequence(c,seq)
				n=n+1
			end
			S.name(x,v.sel.as,cards)
		end
		return part(n,sum)
	end,
}
-- Another monster becomes the target of the attack.
local function may_be_attacked(c)
	local a=Duel.GetAttacker()
	return a~=nil and c:IsLocation(4) and c~=a and c~=Duel.GetAttackTarget()
end
S.verbs["change attack target"]={
	can=function(x,v) return S.enough(x,v.sel,may_be_attacked) end,
	run=function(x,v)
		local a=Duel.GetAttacker()
		if not a or not a:IsLocation(4) or a:IsStatus(0x200000) then return 0 end
		local cards=S.select(x,v.sel,x.tp,may_be_attacked)
		if not cards[1] then return 0 end
		-- In the Damage Step the core knows no other target; it is told to calculate the damage with it, as EDOPro's scripts do.
		if Duel.GetCurrentPhase()==0x20 then
			Duel.CalculateDamage(a,cards[1])
			return 2
		end
		return Duel.ChangeAttackTarget(cards[1]) and 2 or 0
	end,
}
S.verbs["end battle phase"]={
	can=function() return true end,
	run=function()
		local phase=Duel.GetCurrentPhase()
		if phase<8 or phase>0x80 or Duel.IsPlayerAffectedByEffect(Duel.GetTurnPlayer(),183) then return 0 end
		S.mark(S.APPLIED,0,0)
		Duel.SkipPhase(Duel.GetTurnPlayer(),0x80,0x40000010,1)
		return 2
	end,
}
S.verbs["end main phase"]={
	can=function() return true end,
	run=function()
		local phase=Duel.GetCurrentPhase()
		if phase~=4 and phase~=0x100 then return 0 end
		S.mark(S.APPLIED,0,0)
		Duel.SkipPhase(Duel.GetTurnPlayer(),phase,0x40000200,1)
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
-- Who does a part decides whether to: the player it names if it is done with cards, else the player of the effect.
local function who_does(x,v)
	while v.step do v=v.step end
	local doing=v.sel and S.addressed(x,v.sel.who) or (v.verb=="draw" and S.addressed(x,v.who)) or {}
	return #doing==1 and doing[1] or x.tp
end
S.verbs["you can"]={
	can=function(x,v) return S.can(x,v.step) end,
	run=function(x,v)
		if not S.can(x,v.step) then return 0 end
		local p=who_does(x,v)
		S.purpose(x,p,"effect")
		if Duel.SelectYesNo(p,x.e:GetDescription()) then return S.run(x,v.step) end
		return 0
	end,
}
-- One of several things, of those that can be done.
S.verbs["one of"]={
	can=function(x,v)
		for _,parts in ipairs(v.list) do if S.possible(x,parts) then return true end end
		return false
	end,
	run=function(x,v)
		local able,ids={},{}
		for k,parts in ipairs(v.list) do if S.possible(x,parts,true) then able[#able+1]=parts ids[#ids+1]=v.first+k-1 end end
		if #able==0 then return 0 end
		local k=1
		if #able>1 then
			local p=v.by_opponent and 1-x.tp or x.tp
			S.purpose(x,p,"alternative")
			if x.bullet and x.spec.options then Debug.Message("within "..x.bullet.k) end
			k=Duel.SelectOption(p,table.unpack(ids))+1
		end
		return S.carry_out(x,able[k]) and 2 or 0
	end,
}
-- What an answered effect becomes: its own player does it, from their point of view.
S.verbs["that effect becomes"]={
	can=function() return true end,
	run=function(x,v)
		local answered=S.links[x.ev]
		if not answered or x.ev>=x.link then return 0 end
		Duel.ChangeTargetCard(x.ev,Group.CreateGroup())
		Duel.ChangeChainOperation(x.ev,function()
			local y=setmetatable({names={},those={},bullet={does=v.does}},{__index=answered})
			S.mark(S.OUTCOME,y.tp,S.carry_out(y,v.does) and 1 or 0)
		end)
		return 2
	end,
}
-- What comes up when a coin is tossed or a die is rolled is asked for; it need not be possible, if another result is.
S.verbs["by chance"]={
	can=S.verbs["one of"].can,
	run=function(x,v)
		local ids={}
		for k=1,#v.list do ids[k]=v.first+k-1 end
		S.purpose(x,x.tp,"alternative")
		if x.bullet and x.spec.options then Debug.Message("within "..x.bullet.k) end
		local k=Duel.SelectOption(x.tp,table.unpack(ids))+1
		return S.carry_out(x,v.list[k]) and 2 or 0
	end,
}
S.verbs["only if"]={
	can=function(x,v) return S.can(x,v.step) end,
	run=function(x,v) if v.test(x) then return S.run(x,v.step) end return 0 end,
}
