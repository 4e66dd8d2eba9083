-- The verbs: for each whether it can be done now, and doing it. Doing says how much was done: 2 all, 1 some, 0 nothing.

local EFFECT,COST,RULE,DISCARD=0x40,0x80,0x400,0x4000
local function reason(x)
	if x.perishing then return EFFECT|0x1000000 end
	return x.purpose=="cost" and COST or EFFECT
end

local function part(done,asked) if done==0 then return 0 elseif done>=asked then return 2 end return 1 end
local function all(shares)
	if #shares==0 then return 0 end
	local first=shares[1]
	for _,s in ipairs(shares) do if s~=first then return 1 end end
	return first
end

-- Ways of moving cards: what keeps a card from it, and the move. `to` is where the card must not be already.
local moves={
	-- What is targeted may be unaffected; on resolution the core says what comes of it.
	destroy={may=function(x,c,p,v)
			-- What is spared once could be destroyed.
			local spared=c:IsHasEffect(47) and not c:IsHasEffect(40) and not c:IsHasEffect(41) and not c:IsImmuneToEffect(x.e)
			if x.purpose=="cost" or c:IsDestructable(x.e) or spared then return true end
			-- So may what is picked when the effect resolves.
			if not x.e:IsHasType(0x7f0) then return false end
			if v.sel.pick=="choose" then return c:IsImmuneToEffect(x.e) and c:IsDestructable() end
			return x.settled or ((v.sel.pick=="what" or v.sel.pick=="all") and c:IsImmuneToEffect(x.e))
		end,
		run=function(x,g,v) return Duel.Destroy(g,reason(x),v.to) end},
	["send to gy"]={to=0x10,may=function(x,c) return x.purpose~="cost" or c:IsAbleToGraveAsCost() end,
		run=function(x,g) return Duel.SendtoGrave(g,reason(x)) end},
	-- It is not sent there, so nothing can send it elsewhere.
	["return to gy"]={to=0x10,may=function() return true end,
		run=function(x,g) return Duel.SendtoGrave(g,reason(x)|0x20000) end},
	discard={to=0x10,may=function(x,c) return c:IsDiscardable(reason(x)) end,
		run=function(x,g) return Duel.SendtoGrave(g,reason(x)|DISCARD) end},
	banish={to=0x20,may=function(x,c) if x.purpose=="cost" then return c:IsAbleToRemoveAsCost() end return c:IsAbleToRemove() end,
		-- What is to return lies there as it lay on the field.
		run=function(x,g,v)
			if v.temporary then return Duel.Remove(g,0,reason(x)|4) end
			return Duel.Remove(g,5,reason(x))
		end},
	["banish face-down"]={to=0x20,may=function(x,c,p)
			if c:IsType(0x4000) then return false end
			if x.purpose=="cost" then return c:IsAbleToRemoveAsCost(10) end
			return c:IsAbleToRemove(p,10)
		end,
		run=function(x,g) return Duel.Remove(g,10,reason(x)) end},
	tribute={to=0x10,may=function(x,c,p)
			if x.purpose=="cost" or p~=x.tp then return c:IsReleasable() end
			return c:IsReleasableByEffect(x.e)
		end,
		-- What a player is made to tribute they tribute themselves.
		run=function(x,g,v)
			if v.sel.who=="opponent" and x.purpose~="cost" then return Duel.Release(g,RULE,1-x.tp) end
			return Duel.Release(g,reason(x))
		end},
	["add to hand"]={to=2,may=function(x,c) return c:IsAbleToHand() end,
		run=function(x,g) return Duel.SendtoHand(g,nil,reason(x)) end},
	["return to hand"]={to=2,may=function(x,c) if x.purpose=="cost" then return c:IsAbleToHandAsCost() end return c:IsAbleToHand() end,
		run=function(x,g) return Duel.SendtoHand(g,nil,reason(x)) end},
	detach={to=0x10,may=function(x,c) return c:IsLocation(0x80) end,
		run=function(x,g) return Duel.SendtoGrave(g,reason(x)) end},
	-- What is shuffled into a Deck lies at its bottom, as the Decks of these duels lie.
	["return to deck"]={to=1,may=function(x,c) if x.purpose=="cost" then return c:IsAbleToDeckOrExtraAsCost() end return c:IsAbleToDeck() end,
		run=function(x,g,s)
			-- What lies in the Deck is laid elsewhere in it: the first on top of the others, or above them.
			local inside,rest={},{}
			local c=g:GetFirst()
			while c do
				local into=c:IsLocation(1) and inside or rest
				into[#into+1]=c
				c=g:GetNext()
			end
			for i=1,#inside do Duel.MoveSequence(inside[s.where==0 and #inside+1-i or i],s.where) end
			return #inside+(#rest>0 and Duel.SendtoDeck(S.group(rest),nil,s.where==2 and 1 or s.where,reason(x)) or 0)
		end},
}
S.VERBS={destroy=1,["send to gy"]=2,discard=3,banish=4,tribute=5,["add to hand"]=6,["return to hand"]=7,["return to deck"]=8,
	["special summon"]=9,fusion=10,["return to field"]=11,detach=12,place=13,activate=14,["banish face-down"]=4,["return to gy"]=15}

-- Whether a card leaves a Main Monster Zone to its player if it pays, or is a target that goes.
function S.makes_room(x,c) return c:IsLocation(4) and c:GetSequence()<5 and c:IsControler(x.tp) end
local function may_move(x,v)
	local move=moves[v.verb]
	return function(c,p)
		-- What lies in the Deck can be laid on its top or bottom.
		if c:IsLocation(1) and v.verb=="return to deck" and (v.where==0 or v.where==1) then return true end
		if move.to and c:IsLocation(move.to) then return false end
		if x.perishing and S.has(x.perishing,c) then return false end
		-- A monster defeated in battle cannot pay for an optional effect.
		if x.purpose=="cost" and c:IsStatus(0x4000) and not x.spec.f then return false end
		if x.purpose=="cost" and S.must_free(x) and not S.makes_room(x,c) then return false end
		if x.purpose=="cost" and v.sel.as and v.sel.pick=="choose" and not S.goes_on(x,v.sel,c) then return false end
		return move.may(x,c,p,v)
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
	local moved,arrived=0,chosen
	if #chosen>0 then
		local held={}
		for _,c in ipairs(chosen) do
			held[c]=S.still(x,c)
			S.hosts[c]=c:IsLocation(0x80) and c:GetOverlayTarget() or nil
			S.done[c]=c:GetCounter(S.COUNTER)
		end
		local doomed=v.verb=="destroy" and #S.filter(chosen,function(c) return (c:IsDestructable(x.e) or c:IsHasEffect(47)) and not c:IsImmuneToEffect(x.e) end) or 0
		S.mark(S.VERB,0,S.VERBS[v.verb])
		moved=moves[v.verb].run(x,S.group(chosen),v)
		-- What could be destroyed and was spared once, or something else was done instead: the effect was not without one.
		S.spared=S.spared or moved<doomed
		-- What went to the Extra Deck instead of the hand, or elsewhere, did not come to the hand.
		if v.verb=="add to hand" or v.verb=="return to hand" then
			arrived=S.filter(chosen,function(c) return c:IsLocation(2) end)
			if #arrived==0 and moved>0 then S.strayed=true end
			moved=#arrived
		elseif v.verb=="destroy" and moved<#chosen then
			-- What was spared is none of what was destroyed.
			local destroyed=moved>0 and S.list(Duel.GetOperatedGroup()) or {}
			arrived=S.filter(chosen,function(c) return S.has(destroyed,c) end)
		elseif v.verb=="send to gy" then
			moved=0
			for _,c in ipairs(chosen) do if c:IsLocation(0x10) or c:IsType(0x4000) then moved=moved+1 end end
			if moved==0 then S.strayed=true end
		end
		-- Nor was what went elsewhere than to the GY or the Deck; of a number of cards none counts then.
		local there=({["send to gy"]=0x10,["return to deck"]=0x41})[v.verb]
		if there and x.purpose~="cost" and moved>0 then
			local arrived=0
			for _,c in ipairs(chosen) do if c:IsLocation(there) and not (there==0x10 and c:IsLocation(0x40)) or (there==0x10 and c:IsType(0x4000)) then arrived=arrived+1 end end
			if arrived<#chosen then
				moved=(s.pick=="choose" and s.count=="exactly") and 0 or arrived
				if moved==0 then S.strayed=true end
			end
		end
		S.mark(S.VERB,0,0)
		for c,was in pairs(held) do if was then S.follow(x,{c}) end end
	end
	for _,share in ipairs(per) do
		local done=math.min(share[2],moved)
		local n=part(done,share[3])
		shares[#shares+1]=(n==0 and s.even_none) and 2 or n
	end
	S.name(x,s.as,arrived)
	return all(shares)
end
local function movable(x,v) return S.enough(x,v.sel,may_move(x,v)) end

S.verbs={}
for verb in pairs(moves) do S.verbs[verb]={can=movable,run=relocate} end
-- An effect may spare a player what they would have to discard.
local function spared(x)
	if x.purpose~="cost" then return false end
	for _,te in ipairs({Duel.IsPlayerAffectedByEffect(x.tp,338)}) do
		if te:GetValue()(te,x.e) then return true end
	end
	return false
end
S.verbs.discard={
	can=function(x,v) return spared(x) or movable(x,v) end,
	run=function(x,v) return spared(x) and 2 or relocate(x,v) end,
}

-- Special Summons. Monsters that must first be Summoned in a way their text says have been, once an effect has Summoned them so.
S.first={}
local room=S.free_zones
-- The zones that are free once the cost is paid: of the monsters that may be paid with those in Main Monster Zones make room. What
-- the effect itself takes from the field may make as much as is needed.
function S.room_then(x,v,p)
	if not v.frees or v.pointed then return room(x,v,p) end
	if v.frees~="cost" then return 5 end
	local freed=0
	for _,w in ipairs(x.spec.cost or {}) do
		local s=w.sel
		if s then
			local there=0
			for _,c in ipairs(S.pool(x,s,x.tp)) do if c:IsLocation(4) and c:GetSequence()<5 and c:IsControler(p) then there=there+1 end end
			freed=freed+(s.pick=="choose" and s.count=="exactly" and math.min(there,S.amount(x,s.n,0)) or there)
		end
	end
	return room(x,v,p)+freed
end
-- Whether a known card is Special Summoned for which there is no free zone yet.
local function finds_none(x,v)
	local comes=v.verb=="special summon" and v.sel.pick=="what" and not v.to_opponent and not v.pointed and (v.sel.who or "you")=="you"
	return comes and room(x,v,x.tp)<=0
end
-- Whether the one card that pays must make room for what the effect brings to the field.
function S.must_free(x)
	local cost=x.spec.cost or {}
	local s=#cost==1 and cost[1].sel
	if not s or s.pick~="choose" or s.count~="exactly" or s.n~=1 then return false end
	for _,v in ipairs(x.spec.does or {}) do if v.frees=="cost" and finds_none(x,v) then return true end end
	return false
end
-- Whether one of the targets must: nothing else leaves before the monster comes.
local leaves={tribute=true,destroy=true,banish=true,["send to gy"]=true,["return to hand"]=true}
function S.target_must_free(x,t)
	local frees=false
	for _,v in ipairs(x.trying and t.as and x.trying.does or {}) do
		if leaves[v.verb] then
			if v.sel.pick~="what" or v.sel.word~=t.as then return false end
			frees=true
		elseif frees and v.frees=="effect" and finds_none(x,v) then return true end
	end
	return false
end
local function may_summon(x,v)
	return function(c,p)
		local as=c==x.c and not c:IsLocation(4) and S.as_monster[c]
		local side=v.to_opponent and 1-p or p
		if as then
			S.would_come=c
			local can=Duel.IsPlayerCanSpecialSummonMonster(p,c:GetCode(),nil,as[1]|1,as[2],as[3],as[4],as[5],as[6],v.pos or 5,side)
			S.would_come=nil
			return can
		end
		-- What lies as an Equip Card or was placed there is Summoned from its zone.
		if c:IsLocation(4) then return false end
		return c:IsCanBeSpecialSummoned(x.e,v.as and S.HOW[v.as].summon or 0,p,v.ignoring==true,false,v.pos or 5,side)
	end
end
local function summon_with_room(x,v,cards,p)
	local side=v.to_opponent and 1-p or p
	local pos=v.pos or 5
	S.mark(S.VERB,0,S.VERBS["special summon"])
	local placed={}
	for _,c in ipairs(cards) do
		local as=c==x.c and S.as_monster[c] or nil
		local found=c:IsLocation(0x40) and Duel.GetLocationCountFromEx(side,p,nil,c,S.zones(x,v,side))>0 or (not c:IsLocation(0x40) and room(x,v,side)>0)
		if found then
			if as then c:AddMonsterAttribute(as[1]) end
			if Duel.SpecialSummonStep(c,v.as and S.HOW[v.as].summon or 0,p,side,as~=nil or v.ignoring==true,false,pos,S.zones(x,v,side)) then placed[#placed+1]=c end
			if as then c:AddMonsterAttributeComplete() end
		end
	end
	return placed
end
-- How many monsters a player may Special Summon at the same time, and how many more now: they have come since the last break.
local SEVERAL=0x10006ffe
function S.most_at_once(p) return Duel.IsPlayerAffectedByEffect(p,SEVERAL) and 1 or 99 end
S.come={[0]=0,[1]=0}
local function more_at_once(p) return math.max(S.most_at_once(p)-S.come[p],0) end
-- Whether a part, with those that are joined to it, would bring more of them than that.
local function too_many(x,v,p,least)
	for _,other in ipairs(x.joined or {}) do
		if other.verb=="special summon" and S.has(S.addressed(x,other.sel.who),p) then least=least+1 end
	end
	return least>S.most_at_once(p)
end
-- How many tokens there are at least, given the room for them.
local function tokens(x,v) return v.as_many and 1 or S.amount(x,v.n,0) end
S.verbs["special summon"]={
	can=function(x,v)
		local s=v.sel
		local each=s.who=="each player"
		for _,p in ipairs(S.addressed(x,s.who)) do
			local side=v.to_opponent and 1-p or p
			local free=S.room_then(x,v,side)
			if v.token then return free>=tokens(x,v) and not too_many(x,v,p,tokens(x,v)) and Duel.IsPlayerCanSpecialSummonMonster(p,v.token,nil,nil,nil,nil,nil,nil,nil,v.pos or 5,side) end
			local able,extra={},0
			for _,c in ipairs(S.pool(x,s,p)) do
				local fits=free>=1
				if c:IsLocation(0x40) then fits=v.frees or Duel.GetLocationCountFromEx(side,p,nil,c,S.zones(x,v,side))>0 end
				if fits and may_summon(x,v)(c,p) then
					able[#able+1]=c
					if c:IsLocation(0x40) then extra=1 end
				end
			end
			local enough=S.are_enough(x,s,able) and (s.pick~="choose" or free+extra>=S.needed(x,s)) and not too_many(x,v,p,s.pick=="choose" and S.needed(x,s) or #able)
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
				local free=math.min(room(x,v,side),more_at_once(p))
				cards,asked={},v.as_many and math.max(math.min(free,5),1) or S.amount(x,v.n,0)
				if free>=asked then
					for i=1,asked do
						local c=S.token(p,v.token)
						if c:IsCanBeSpecialSummoned(x.e,0,p,false,false,v.pos or 5,side) then cards[#cards+1]=c end
					end
				end
			else
				local extra=0
				for _,c in ipairs(S.pool(x,s,p)) do if c:IsLocation(0x40) then extra=1 end end
				cards,asked=S.select(x,setmetatable({room=math.min(room(x,v,side)+extra,more_at_once(p))},{__index=s}),p,may_summon(x,v))
				if #cards>more_at_once(p) then cards={} end
			end
			local placed=summon_with_room(x,v,cards,p)
			for _,c in ipairs(placed) do all_placed[#all_placed+1]=c end
			S.come[p]=S.come[p]+#placed
			shares[#shares+1]=part(#placed,math.max(asked,1))
		end
		S.name(x,s.as,all_placed)
		S.hold(x)
		Duel.SpecialSummonComplete()
		S.mark(S.VERB,0,0)
		for _,c in ipairs(all_placed) do if v.as or (S.first[c] and not v.ignoring) then c:CompleteProcedure() end end
		S.follow(x,all_placed)
		return all(shares)
	end,
}

-- Summons with materials, which leave before the monster is Summoned; both or neither.
S.HOW={fusion={summon=0x43000000,reason=0x40000},synchro={summon=0x46000000,reason=0x80000},link={summon=0x4c000000,reason=0x10000000},
	xyz={summon=0x49000000,reason=0x200000},ritual={summon=0x45000000,reason=0x100000}}

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
-- As the material of an Xyz Monster a monster may have another Level, besides its own or in place of it.
local as_xyz=setmetatable({level=function(c)
	local e=c:GetCardEffect(242)
	local level=e and e:GetValue()(e,c) or S.now.level(c)
	return level>>16>0 and level>>16 or level
end},{__index=S.now})
local function meets(x,demand,c,monster)
	return demand.of.f(x,x.tp,c,S.now,true) or (monster:IsType(0x800000) and demand.of.f(x,x.tp,c,as_xyz,true))
end
local function is_substitute(c,monster)
	if not monster:IsType(0x40) then return false end
	for _,e in ipairs({c:GetCardEffect(234)}) do
		local value=e:GetValue()
		if type(value)~="function" or value(e,monster) then return true end
	end
	return false
end
-- Every way to meet the demands, each so many monsters of a group or more.
local function assign(x,monster,demands,i,pool,taken,sets,n,first)
	local demand=demands[i]
	if not demand then add_set(sets,taken) return end
	if n>=demand.n and (not demand.together or S.go_together(x,demand.together,{table.unpack(taken,#taken-n+1)})) then assign(x,monster,demands,i+1,pool,taken,sets,0,1) end
	if n>=demand.n and not demand.more then return end
	for k=first,#pool do
		local c=pool[k]
		local right=not S.has(taken,c) and meets(x,demand,c,monster)
		-- One material that is named may be replaced by a substitute.
		local instead=not right and not S.has(taken,c) and demand.named and not taken.instead and is_substitute(c,monster)
		if right or instead then
			taken[#taken+1]=c
			if instead then taken.instead=c end
			assign(x,monster,demands,i,pool,taken,sets,n+1,k+1)
			taken[#taken]=nil
			if instead then taken.instead=nil end
		end
	end
end
-- Levels of Synchro Materials add up to the Level, Link Materials to the Link Rating, each as one or as its own.
local function adds_up(how,monster,set)
	if how=="synchro" then
		local sums={[0]=true}
		for _,c in ipairs(set) do
			local following={}
			local level=c:GetSynchroLevel(monster)
			for n in pairs(sums) do
				following[n+(level&0xffff)]=true
				if level>>16>0 then following[n+(level>>16)]=true end
			end
			sums=following
		end
		return sums[monster:GetLevel()]==true
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
local BANS={fusion=235,synchro=236,xyz=238,link=239}
-- Whether an effect keeps a card from being used for a monster.
local function is_banned(c,how,monster)
	for _,e in ipairs({c:GetCardEffect(BANS[how])}) do
		local value=e:GetValue()
		if type(value)~="function" or value(e,monster) then return true end
	end
	return false
end
local function is_usable(x,v,set,monster)
	for _,c in ipairs(set) do
		-- An effect cannot use what is unaffected by it.
		if v.verb=="fusion" and c:IsLocation(4) and c:IsImmuneToEffect(x.e) then return false end
		if v.how=="xyz" and c:IsType(0x4000) then return false end
		if is_banned(c,v.how,monster) then return false end
	end
	return true
end
local function includes_all(x,v,set)
	if not v.including then return true end
	local must=S.still_meant(x,v.including)
	for _,c in ipairs(must) do if not S.has(set,c) then return false end end
	return #must>0
end
-- Monsters whose Levels are enough for a Ritual Summon, with none that is not needed; or just enough.
local function offerings(v,level,pool,first,taken,sets)
	local sum=0
	for _,c in ipairs(taken) do sum=sum+c:GetLevel() end
	if sum>=level then
		local fit=#taken>0 and (not v.exact or sum==level)
		if not v.exact then for _,c in ipairs(taken) do if sum-c:GetLevel()>=level then fit=false end end end
		if fit then add_set(sets,taken) end
		return
	end
	for k=first,#pool do
		taken[#taken+1]=pool[k]
		offerings(v,level,pool,k+1,taken,sets)
		taken[#taken]=nil
	end
end
local function ritual_sets(x,v,monster)
	local pool,sets,fit={},{},{}
	-- What the Ritual Monster itself says of what is used for it.
	local demand=(S.materials[monster:GetCode()] or {})[1]
	for _,c in ipairs(S.members(x,v.using,nil,true)) do
		if c~=monster and (not demand or demand.of.f(x,x.tp,c,S.now)) and c:IsType(1) and c:GetLevel()>0 and (not c:IsLocation(6) or c:IsReleasableByEffect(x.e)) then pool[#pool+1]=c end
	end
	offerings(v,monster:GetLevel(),pool,1,{},sets)
	for _,set in ipairs(sets) do if Duel.GetMZoneCount(x.tp,S.group(set))>0 then fit[#fit+1]=set end end
	return fit
end
function S.material_sets(x,v,monster)
	if v.how=="ritual" then return ritual_sets(x,v,monster) end
	local demands=v.asked or S.materials[monster:GetCode()] or {}
	if #demands==0 and not v.these then return {} end
	local pool={}
	if v.these then pool=S.still_meant(x,v.these)
	elseif v.using then pool=S.members(x,v.using,nil,true)
	else for _,c in ipairs(S.list(Duel.GetFieldGroup(x.tp,4,0))) do if c:IsFaceup() then pool[#pool+1]=c end end
	end
	-- What is unaffected by the effect is no material for it.
	if v.using and x.e:IsHasType(0x7f0) then pool=S.filter(pool,function(c) return not c:IsImmuneToEffect(x.e) end) end
	if v.goes=="banish" then pool=S.filter(pool,function(c) return c:IsAbleToRemove(x.tp) end) end
	local sets,fit={},{}
	if not v.these then assign(x,monster,demands,1,pool,{},sets,0,1) elseif #pool>0 then sets[1]=pool end
	for _,set in ipairs(sets) do
		if (v.these or adds_up(v.how,monster,set)) and is_usable(x,v,set,monster) and includes_all(x,v,set) and Duel.GetLocationCountFromEx(x.tp,x.tp,S.group(set),monster)>0 then fit[#fit+1]=set end
	end
	return fit
end
function S.send_materials(x,v,monster,reason)
	local sets=S.material_sets(x,v,monster)
	if #sets==0 then return false end
	local materials=S.ask_for_set(x,x.tp,sets,"materials")
	local g=S.group(materials)
	monster:SetMaterial(g)
	S.mark(S.VERB,0,S.VERBS.fusion)
	if v.how=="xyz" then
		-- What lies under a material goes with it only where a monster is Summoned upon another.
		for _,c in ipairs(materials) do
			local under=c:GetOverlayGroup()
			if #under>0 then if v.taking then Duel.Overlay(monster,under) else Duel.SendtoGrave(under,0x400) end end
		end
		Duel.Overlay(monster,g)
	elseif v.how=="ritual" then
		-- What lies in the GY is banished, what lies in the Deck sent to the GY, everything else tributed.
		local why=0x8|reason|S.HOW.ritual.reason
		local tributed,banished,sent={},{},{}
		for _,c in ipairs(materials) do table.insert(c:IsLocation(6) and tributed or c:IsLocation(0x10) and banished or sent,c) end
		if #tributed>0 then Duel.Release(S.group(tributed),why) end
		if #banished>0 then Duel.Remove(S.group(banished),5,why) end
		if #sent>0 then Duel.SendtoGrave(S.group(sent),why) end
	elseif v.goes=="banish" or v.goes=="banish face-down" then
		Duel.Remove(g,v.goes=="banish" and 5 or 10,0x8|reason|S.HOW[v.how].reason)
	elseif v.goes=="return to deck" then
		Duel.SendtoDeck(g,nil,1,0x8|reason|S.HOW[v.how].reason)
	else
		Duel.SendtoGrave(g,0x8|reason|S.HOW[v.how].reason)
	end
	S.mark(S.VERB,0,0)
	return true
end
local function may_fuse(x,v)
	return function(c)
		return c:IsCanBeSpecialSummoned(x.e,S.HOW[v.how].summon,x.tp,false,v.how=="ritual") and #S.material_sets(x,v,c)>0
	end
end
S.verbs.fusion={
	can=function(x,v) return S.enough(x,v.sel,may_fuse(x,v)) end,
	run=function(x,v)
		local monster=S.select(x,v.sel,x.tp,may_fuse(x,v))[1]
		if not monster or not S.send_materials(x,v,monster,0x40) then return 0 end
		S.brk()
		local n=Duel.SpecialSummon(monster,S.HOW[v.how].summon,x.tp,x.tp,false,v.how=="ritual",v.pos or 5)
		monster:CompleteProcedure()
		if n>0 and v.how~="fusion" then
			-- The core itself tells materials of what an effect Summons for Fusions only.
			local g=monster:GetMaterial()
			for _,c in ipairs(S.list(g)) do Duel.RaiseSingleEvent(c,1108,x.e,S.HOW[v.how].reason,x.tp,x.tp,0) end
			Duel.RaiseEvent(g,1108,x.e,S.HOW[v.how].reason,x.tp,x.tp,0)
		end
		S.name(x,v.sel.as,{monster})
		return n>0 and 2 or 0
	end,
}

-- Materials of an Xyz Monster.
local function may_attach(to) return function(c) return c~=to and not c:IsType(0x4000) and not (to and S.has(S.list(to:GetOverlayGroup()),c)) end end
S.verbs.attach={
	can=function(x,v) return S.enough(x,v.sel,may_attach()) end,
	run=function(x,v)
		local to=S.still_meant(x,v.to)[1]
		if not to or not to:IsFaceup() or not to:IsLocation(4) or not to:IsType(0x800000) or to:IsImmuneToEffect(x.e) then return 0 end
		local cards,asked=S.select(x,v.sel,x.tp,may_attach(to))
		cards=S.affected(x,cards)
		if #cards==0 then return 0 end
		for _,c in ipairs(cards) do c:CancelToGrave() end
		Duel.Overlay(to,S.group(cards))
		-- The core has no event for it.
		Duel.RaiseEvent(S.group(cards),0x10005e61,x.e,0x40,x.tp,x.tp,0)
		S.name(x,v.sel.as,cards)
		return part(#cards,asked)
	end,
}

-- A Summon right after the effect has resolved, by the monster's own procedure but with these materials.
local function may_follow(x,v)
	return function(c)
		return c:IsCanBeSpecialSummoned(x.e,S.HOW[v.how].summon,x.tp,false,false) and #S.material_sets(x,v,c)>0
	end
end
S.rules={synchro=Duel.SynchroSummon,xyz=Duel.XyzSummon,link=Duel.LinkSummon}
S.verbs["summon afterwards"]={
	can=function(x,v) return S.enough(x,v.sel,may_follow(x,v)) end,
	run=function(x,v)
		local monster=S.select(x,v.sel,x.tp,may_follow(x,v))[1]
		if not monster then return 0 end
		-- When it comes to that the link is over, and the core relates no cards to it any more.
		local later={ids={}}
		for k,known in pairs(x) do later[k]=known end
		for _,cards in pairs(x.names) do for _,c in ipairs(cards) do later.ids[c]=c:GetRealFieldID() end end
		later.ids[x.c]=x.c:GetRealFieldID()
		S.following={monster=monster,x=later,v=v}
		S.rules[v.how](x.tp,monster)
		return 2
	end,
}

-- Pendulum Monsters: what places them, and the Pendulum Summon.
local PENDULUM=0x1000000
function S.has_scale_zone(p) return Duel.CheckLocation(p,0x200,0) or Duel.CheckLocation(p,0x200,1) end
local function may_place(x,v)
	return function(c,p)
		if c:IsForbidden() then return false end
		local kind=c:GetOriginalType()
		if v.into=="spell and trap zone" then
			if c:IsLocation(8) and c:IsFaceup() and not c:IsLocation(0x200) and (not v.as or S.kind_there(c,S.now)==v.as) then return false end
			if v.as then if kind&1==0 or kind&0x4000~=0 then return false end
			elseif kind&1~=0 or kind&0x20000==0 then return false end
			return c:CheckUniqueOnField(p) and (v.frees or Duel.GetLocationCount(p,8)>0 or (c:IsLocation(8) and c:IsControler(p)))
		elseif v.into=="field zone" then return kind&0x80002==0x80002 and not (c:IsLocation(0x100) and c:IsFaceup()) end
		if not c:IsType(PENDULUM) then return false end
		if v.into=="extra deck" then return not c:IsLocation(0x40) end
		return not c:IsLocation(0x200) and (v.frees or S.has_scale_zone(p))
	end
end
-- A monster in a Spell & Trap Zone is what it was placed as.
function S.treat(c,as)
	local e=Effect.CreateEffect(c)
	e:SetType(1) e:SetCode(117) e:SetProperty(0x400) e:SetReset(0x1fc0000) e:SetValue(as)
	c:RegisterEffect(e)
	S.placed[c]={as=as,stay=c:GetRealFieldID()}
end
S.verbs.place={
	can=function(x,v) return S.enough(x,v.sel,may_place(x,v)) end,
	run=function(x,v)
		local shares,placed={},{}
		for _,p in ipairs(S.addressed(x,v.sel.who)) do
			local cards,asked=S.select(x,v.sel,p,may_place(x,v))
			local n=0
			S.mark(S.VERB,0,S.VERBS.place)
			for _,c in ipairs(cards) do
				if v.into=="extra deck" then
					n=n+Duel.SendtoExtraP(c,nil,reason(x))
				elseif v.into=="field zone" then
					local old=Duel.GetFieldCard(p,8,5)
					if old and old~=c then Duel.SendtoGrave(old,0x400) end
					if Duel.MoveToField(c,p,p,0x100,5,true) then n=n+1 end
				elseif v.into=="spell and trap zone" then
					if Duel.GetLocationCount(p,8)>0 and Duel.MoveToField(c,p,p,8,5,true) then
						if v.as then S.treat(c,v.as) end
						n=n+1
					end
				elseif S.has_scale_zone(p) and Duel.MoveToField(c,p,p,0x200,5,true) then
					n=n+1
				end
				placed[#placed+1]=c
			end
			S.mark(S.VERB,0,0)
			shares[#shares+1]=part(n,asked)
		end
		S.follow(x,placed)
		S.name(x,v.sel.as,placed)
		return all(shares)
	end,
}
-- The package through which the core is called writes the right scale of a card to where the core does not look for it. On every card
-- that was printed both are the same, and effects change both.
Card.GetRightScale=Card.GetLeftScale
-- The scales of a player, the lower one first.
local function scales(p)
	local left,right=Duel.GetFieldCard(p,0x200,0),Duel.GetFieldCard(p,0x200,1)
	if not left or not right then return nil end
	local one,other=left:GetLeftScale(),right:GetRightScale()
	return math.min(one,other),math.max(one,other)
end
function S.between(p,c)
	local low,high=scales(p)
	local level=c:GetLevel()
	return low~=nil and level>low and level<high
end
local function swingers(e,p)
	local at=0
	if Duel.GetLocationCount(p,4)>0 then at=at|2 end
	if Duel.GetLocationCountFromEx(p,p,nil,PENDULUM)>0 then at=at|0x40 end
	local out={}
	for _,c in ipairs(S.list(Duel.GetFieldGroup(p,at,0))) do
		local there=c:IsLocation(2) or (c:IsFaceup() and c:IsType(PENDULUM))
		if there and c:IsType(1) and S.between(p,c) and c:IsCanBeSpecialSummoned(e,0x4a000000,p,false,false) then out[#out+1]=c end
	end
	return out
end
-- The monsters that a player could Pendulum Summon, printed as a line.
function S.swings(p)
	local left=Duel.GetFieldCard(p,0x200,0)
	local out={}
	for _,c in ipairs(swingers(Effect.CreateEffect(left),p)) do out[#out+1]=c:GetOriginalCode() end
	Debug.Message("swings "..table.concat(out," "))
end
function S.pendulum(c)
	local e=Effect.CreateEffect(c)
	e:SetType(2) e:SetCode(320) e:SetProperty(0x40400) e:SetRange(0x200) e:SetValue(0x4a000000)
	e:SetCondition(function(e,c)
		if c==nil then return true end
		local p=c:GetControler()
		if not S.open or Duel.GetFieldCard(p,0x200,0)~=c or Duel.GetFlagEffect(p,10000000)>0 then return false end
		return #swingers(e,p)>0
	end)
	e:SetOperation(function(e,tp,eg,ep,ev,re,r,rp,c,sg)
		local cards=swingers(e,tp)
		local room=math.min(#cards,Duel.GetUsableMZoneCount(tp),S.most_at_once(tp))
		Debug.Message("beyond "..Duel.GetLocationCountFromEx(tp,tp,nil,PENDULUM))
		local chosen=S.group(cards):Select(tp,1,room,nil)
		sg:Merge(chosen)
		Duel.RegisterFlagEffect(tp,10000000,0x40000200,0,1)
	end)
	c:RegisterEffect(e)
end
-- A card of the set-up that lies in a player's Pendulum Zone, with `n` counters, or face-up in the Extra Deck, is put there when the core has begun.
S.swung={}
function S.hang(c,p,n) S.swung[#S.swung+1]={c,p,n} end
function S.hang_all()
	local list=S.swung
	S.swung={}
	for _,s in ipairs(list) do
		if s[2] then Duel.MoveToField(s[1],s[2],s[2],0x200,5,true) else Duel.SendtoExtraP(s[1],nil,0x400) end
		if s[3] and s[3]>0 then S.give(s[1],s[3]) end
	end
end
