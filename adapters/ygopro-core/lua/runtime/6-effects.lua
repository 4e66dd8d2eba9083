-- Effects that activate: the core is told their type, event, range and flags; the rest is asked of their description.

-- The point of view of an effect.
function S.view(spec,e,tp,eg,ep,ev,re,r,rp,pattern)
	local c=e:GetHandler()
	local x={spec=spec,e=e,c=c,tp=tp,eg=eg,ep=ep,ev=ev,re=re,r=r,rp=rp,names={},event=pattern and pattern.code}
	if pattern and pattern.cards then x.those=pattern.cards(x) end
	return x
end

-- Whether the targets are there: chosen ones that may be targeted and with which something could be done.
local function targetable(x,t)
	local out={}
	for _,c in ipairs(S.in_reach(x,S.members(x,t.of))) do
		-- Neither the card that is being activated, nor the one that pays by leaving.
		local own=c==x.c and c:IsLocation(0xc) and (x.spec.class=="activation" or x.spec.pays_itself)
		local could=not t.may or t.may(x,c)
		if not own and c:IsCanBeEffectTarget(x.e) and could and (not t.as or S.goes_on(x,t,c)) then out[#out+1]=c end
	end
	return out
end
-- In what the targets must agree: perhaps that one of them makes room.
local NOTHING={different={},same={},totals={}}
local function agreed(x,t)
	if not S.target_must_free(x,t) then return t.together end
	return setmetatable({frees=true},{__index=t.together or NOTHING})
end
-- A monster that was Summoned or attacks is meant as long as it lies there.
local on_the_field={[1100]=true,[1101]=true,[1102]=true,[1130]=true,[1131]=true}
-- How many targets there may be: those that the effect would Special Summon at once.
local function most_targets(x,t)
	for _,v in ipairs(t.as and (x.bullet or x.trying or x.spec).does or {}) do
		if v.verb=="special summon" and v.sel.pick=="what" and v.sel.word==t.as then return S.most_at_once(x.tp) end
	end
	return 99
end
-- Whether there is a card for each, and no card for two.
local function each_finds_its_own(wanted)
	local taken={}
	local function finds(one,tried)
		for _,c in ipairs(wanted[one]) do
			if not tried[c] then
				tried[c]=true
				if not taken[c] or finds(taken[c],tried) then taken[c]=one return true end
			end
		end
		return false
	end
	for one=1,#wanted do if not finds(one,{}) then return false end end
	return true
end
local function has_targets(x,targets)
	local wanted={}
	for _,t in ipairs(targets) do
		if not t.word and #targets>1 then
			local from=targetable(x,t)
			for _=1,math.min(S.needed(x,{pick="choose",count=t.count,n=t.n}),20) do wanted[#wanted+1]=from end
			if not each_finds_its_own(wanted) then return false end
		end
		if t.word then
			local any=false
			for _,c in ipairs(S.still_meant(x,t.word)) do if c:IsCanBeEffectTarget(x.e) and (not on_the_field[x.event] or c:IsLocation(4)) then any=true end end
			if not any then return false end
		elseif S.needed(x,{pick="choose",count=t.count,n=t.n})>most_targets(x,t) or not S.are_enough(x,{pick="choose",count=t.count,n=t.n,together=agreed(x,t)},targetable(x,t)) then
			return false
		end
	end
	return true
end

-- Of one card that is chosen as a cost, those with which too few targets on the field would be left, if there are others; and whether there are others.
local pays_with={tribute=true,["send to gy"]=true,banish=true,["banish face-down"]=true,destroy=true,["return to hand"]=true,["return to deck"]=true}
local function takes_the_last(x,b,v,targets)
	local s=v.sel
	local on_field=#targets>0
	for _,t in ipairs(targets) do if t.word or not t.of.at or t.of.at==0 or t.of.at&~0xf0c~=0 then on_field=false end end
	if not on_field or not s or not pays_with[v.verb] or s.pick~="choose" or s.count~="exactly" or s.n~=1 then return {},true end
	local barred,any={},false
	local taken,purpose,settled=x.taken,x.purpose,x.settled
	for _,c in ipairs(S.pool(x,s,x.tp)) do
		x.taken,x.purpose,x.settled=c,nil,nil
		local named=s.as and x.names[s.as]
		if s.as then x.names[s.as]={c} end
		if has_targets(x,targets) then any=true else barred[#barred+1]=c end
		if s.as then x.names[s.as]=named end
		x.taken,x.purpose,x.settled=taken,purpose,settled
	end
	return barred,any
end
local function payable(x,costs)
	x.purpose="cost"
	local ok=true
	for _,v in ipairs(costs) do if ok and not S.can(x,v) then ok=false end end
	x.purpose=nil
	return ok
end

-- Where targets depend on what is paid, some of what may be paid must leave enough of them.
local function leaves_targets(x,b)
	for _,v in ipairs(b.cost) do
		local s=v.sel
		if s and s.as and s.pick=="choose" and not x.names[s.as] then
			local any=false
			for _,c in ipairs(S.pool(x,s,x.tp)) do
				x.names[s.as]={c}
				any=any or has_targets(x,b.targets)
			end
			x.names[s.as]=nil
			return any
		end
	end
	return has_targets(x,b.targets)
end

-- For each card the effect whose conditions were looked at last.
S.checked={}
-- What leaves the field to pay is none of the cards there to which something would be done.
local leaves={tribute=true,["send to gy"]=true,banish=true,discard=true,["return to hand"]=true,["return to deck"]=true}
local function possible_once_paid(x,b)
	local first=b.does[1]
	local s=first and first.sel
	if not s or s.pick~="all" or s.of.among or s.of.at&~0xe~=0 or s.of.under or s.even_none then return true end
	for _,v in ipairs(b.cost) do
		local paid=leaves[v.verb] and v.sel
		if paid and paid.pick=="choose" and paid.count=="exactly" and paid.n==1 then
			local any=false
			for _,c in ipairs(S.pool(x,paid,x.tp)) do
				x.taken=c
				any=any or S.can(x,first)
				x.taken=nil
			end
			return any
		end
	end
	return true
end
-- Cost, targets and what it would do, for one bullet or the whole effect.
local function worth_it(x,b)
	if b.asks and not b.asks(x) then return false end
	x.trying=not x.spec.f and b or nil
	if not payable(x,b.cost) then return false end
	if x.spec.f then return true end
	if not leaves_targets(x,b) then return false end
	for _,v in ipairs(b.cost) do
		local _,left=takes_the_last(x,b,v,b.targets)
		if not left then return false end
	end
	-- Nor is the card itself if it leaves to pay.
	local itself=x.spec.leaves_to_pay and not x.taken
	if itself then x.taken=x.c end
	local possible=S.possible(x,b.does)
	if itself then x.taken=nil end
	return possible and possible_once_paid(x,b)
end
local function bullets(spec) return spec.options or {spec} end
local function usable_so(x)
	-- What is paid and targeted whichever bullet is chosen.
	if x.spec.options and not (payable(x,x.spec.cost) and (x.spec.f or leaves_targets(x,x.spec))) then return false end
	for _,b in ipairs(bullets(x.spec)) do if worth_it(x,b) then return true end end
	return false
end
-- The numbers that may be declared, and with which the effect is worth it.
local function numbers(x,worth)
	local number=x.spec.number
	local least,most=math.max(S.amount(x,number.least,0),0),S.amount(x,number.most,0)
	local out,before={},x.declared
	for n=(least+number.steps-1)//number.steps*number.steps,most,number.steps do
		x.declared=n
		if #out<1000 and worth(x) then out[#out+1]=n end
	end
	x.declared=before
	return out
end
local function usable(x)
	if not x.spec.number then return usable_so(x) end
	return #numbers(x,usable_so)>0
end

-- An optional trigger is used once in a window by a player, however often its cause happened: its card bears a mark until the chain is over.
local function once_in_a_window(x) return x.spec.trigger and not x.spec.f and 900000000+2*x.spec.i+x.tp or nil end
-- What a copy can do once as long as it stays where it is.
local MARK=910000000
local function allowed(x)
	local spec=x.spec
	local used=once_in_a_window(x)
	if used and x.c:GetFlagEffect(used)>0 then return false end
	if spec.marks and x.c:GetFlagEffect(MARK+spec.i)>0 then return false end
	-- A monster defeated in battle cannot use its own fast effects unless it must.
	if spec.class=="quick" and not spec.f and x.c:IsLocation(4) and x.c:IsStatus(0x4000) then return false end
	if spec.class=="activation" or spec.flips then x.leaving=x.c end
	if spec.hand and x.c:IsLocation(2) and not spec.trigger and x.c:IsStatus(0x10000) then return false end
	-- A monster that battle has destroyed uses no fast effect any more that it need not.
	if spec.class=="quick" and not spec.f and x.c:IsLocation(4) and x.c:IsStatus(0x4000) then return false end
	if spec.from and not S.at(x.c,S.now,spec.from) and not (spec.flips and x.c:IsLocation(8)) then return false end
	if spec.during and not spec.during(x) then return false end
	if spec.starts and (Duel.GetCurrentChain()>0 or Duel.GetCurrentPhase()~=0x10) then return false end
	if spec.has and not spec.has(x) then return false end
	if spec.requires and not spec.requires(x) then return false end
	if spec.oath and not S.unbroken(x,spec.oath) then return false end
	return usable(x)
end

local function choose_targets(x,targets)
	local all={}
	for _,t in ipairs(targets) do
		local cards
		if t.word then
			cards=S.still_meant(x,t.word)
		else
			local from={}
			for _,c in ipairs(targetable(x,t)) do if not S.has(all,c) then from[#from+1]=c end end
			local n=S.amount(x,t.n or 1,0)
			local min,max=n,n
			if t.count=="up to" then min=1 elseif t.count=="at least" then max=#from elseif t.count=="as many as possible" then min,max=#from,#from end
			max=math.min(max,most_targets(x,t))
			cards={}
			local together=agreed(x,t)
			if together then
				local sets=S.choices(x,setmetatable({together=together},{__index=t}),from)
				if #sets>0 then cards=S.ask_for_set(x,x.tp,sets,"target") end
			elseif #from>0 then cards=S.ask(x,x.tp,from,math.min(min,#from),math.min(max,#from),"target") end
		end
		if t.as then x.names[t.as]=x.names[t.as] or {} end
		for _,c in ipairs(cards) do
			all[#all+1]=c
			S.mark(S.TARGET,0,c:GetOriginalCode())
		end
		S.name(x,t.as,cards)
		if t.as then x.groups=x.groups or {} x.groups[t.as]=t end
	end
	if #all>0 then Duel.SetTargetCard(S.group(all)) end
end

-- Cards named on the activation of a card are its own as long as they stay as they are, even if its effect was negated then; the
-- core keeps that for us.
S.held={}
function S.hold(x)
	if not x or x.spec.class~="activation" or not x.c:IsRelateToEffect(x.e) then return end
	for name,cards in pairs(x.names) do
		local t=x.groups and x.groups[name]
		for _,c in ipairs(cards) do
			if c:IsLocation(4) and (c:IsFaceup() or (t and t.even)) and x.c:IsLocation(8) then x.c:SetCardTarget(c) end
		end
	end
end
-- A target that moved, or no longer is what was asked for, is not affected.
local function recheck(x)
	for name,t in pairs(x.groups or {}) do
		if t.of then
			local kept={}
			for _,c in ipairs(x.names[name]) do
				if S.still(x,c) and (t.even or t.of).f(x,x.tp,c,S.now) then kept[#kept+1]=c end
			end
			x.lost=x.lost or {}
			x.lost[name]=#kept<#x.names[name]
			x.names[name]=kept
		end
	end
end

-- The core asks a trigger's condition when its cause happens, and not again when it is placed; by then its card may have
-- another controller, for whom the cause must have held too, as everything was then.
local met={}
local function remember(x,test)
	met[x.e]=met[x.e] or {}
	met[x.e][x.eg or 0]={tp=x.tp,other=test(setmetatable({tp=1-x.tp},{__index=x}))}
end
local function holds_for(x)
	local before=met[x.e] and met[x.e][x.eg or 0]
	return before==nil or before.tp==x.tp or before.other
end

-- What negates effects by how they were activated looks at everything as it is before anything is paid.
S.noting={}
function S.note(x)
	for _,n in ipairs(S.noting) do
		n.held[x.link]={}
		for p=0,1 do
			n.held[x.link][p]=n.test({c=n.c,tp=p,names={},event=1027,eg=S.group({x.c}),ep=x.tp,ev=x.link,re=x.e,r=0,rp=x.tp})
		end
	end
end

local function cost(spec,pattern)
	return function(e,tp,eg,ep,ev,re,r,rp,chk)
		local x=S.view(spec,e,tp,eg,ep,ev,re,r,rp,pattern)
		if chk==0 then
			local ok=holds_for(x) and allowed(x)
			if ok then S.checked[x.c:GetOriginalCode()]=spec.i end
			return ok
		end
		x.link=Duel.GetCurrentChain()
		S.links[x.link]=x
		S.note(x)
		local used=once_in_a_window(x)
		if used then x.c:RegisterFlagEffect(used,0x80000000,0,1) end
		if spec.once_per_battle_step then S.used_against[e]=S.attacks end
		if spec.marks then x.c:RegisterFlagEffect(MARK+spec.i,0x1fe1000,0,1) end
		S.follow(x,x.those or {})
		if spec.oath then S.swear(x,spec.oath) end
		x.bullet=spec
		if spec.options then
			local able,ids={},{}
			for _,b in ipairs(spec.options) do if worth_it(x,b) then able[#able+1]=b ids[#ids+1]=b.k end end
			local k=1
			if #able>1 then
				S.purpose(x,tp,"bullet")
				k=Duel.SelectOption(tp,table.unpack(ids))+1
			end
			x.bullet=able[k] or spec.options[1]
		end
		if spec.number then
			local able=numbers(x,function(x) return worth_it(x,x.bullet) end)
			x.declared=able[1]
			if #able>1 then
				S.purpose(x,tp,"declaration")
				x.declared=Duel.AnnounceNumber(tp,table.unpack(able))
			end
		end
		x.settled=true
		x.trying=not spec.f and x.bullet or nil
		x.purpose="cost"
		local function pay(costs)
			for _,v in ipairs(costs) do
				local barred,any=takes_the_last(x,x.bullet,v,x.bullet.targets)
				S.barred=any and barred or nil
				S.run(x,v)
				S.barred=nil
			end
		end
		pay(spec.cost)
		if spec.options then pay(x.bullet.cost) end
		x.purpose=nil
		x.on_field=x.c:IsLocation(8)
	end
end
local function target(spec)
	return function(e,tp,eg,ep,ev,re,r,rp,chk,chkc)
		if chkc then return false end
		if chk==0 then return true end
		local x=S.links[Duel.GetCurrentChain()]
		if spec.declares then
			S.purpose(x,tp,"declaration")
			if spec.declares=="kind of monster" then x.declared=({0x80,0x40,0x2000,0x800000})[Duel.SelectOption(tp,0,1,2,3)+1]
			elseif spec.declares=="kind of card" then x.declared=({1,2,4})[Duel.SelectOption(tp,0,1,2)+1]
			elseif spec.declares=="type" then x.declared=Duel.AnnounceRace(tp,1,0x3ffffff)
			elseif spec.declares=="attribute and type" then x.declared={Duel.AnnounceAttribute(tp,1,0x7f),Duel.AnnounceRace(tp,1,0x3ffffff)}
			elseif spec.declares=="name" then x.declared=Duel.AnnounceNumber(tp,table.unpack(S.name_codes))
			else x.declared=Duel.AnnounceAttribute(tp,1,0x7f) end
		end
		choose_targets(x,spec.targets)
		if spec.options then choose_targets(x,x.bullet.targets) end
		x.trying=nil
		if spec.no_response then Duel.SetChainLimit(function() return false end) end
		if spec.no_response_from then Duel.SetChainLimit(function(e,_,player) return player==tp end) end
		if spec.class=="activation" or spec.flips then S.named[x.c]=x.names S.declared[x.c]=x.declared end
	end
end
-- A mandatory quick effect that negates an activation is told by the core which one called it. Other links may have come
-- between; it works on the link directly below it and on no other, or not at all.
function S.called_from_below(x)
	return not (x.spec.f and x.spec.class=="quick") or x.event~=1027 or x.ev==x.link-1
end
local function answers(x) return not x.spec.link_below or S.called_from_below(x) end
local function operation(spec)
	return function(e,tp,eg,ep,ev,re,r,rp)
		local x=S.links[Duel.GetCurrentChain()]
		x.eg=eg
		recheck(x)
		local any=false
		local by=x.c:GetReasonEffect()
		if #x.bullet.does==0 and by and by:GetHandler()==x.c then any=true -- It is gone by what it says of itself, once it was there.
		elseif spec.must_stay and x.on_field and not (x.c:IsRelateToEffect(e) and x.c:IsFaceup()) then
			-- Nothing: a Continuous, Field or Equip card that is gone.
		elseif not answers(x) then
			-- Nothing: what called it is not the link below.
		elseif #x.bullet.does>0 then any=S.carry_out(x,x.bullet.does) else any=spec.class=="activation" end
		S.mark(S.OUTCOME,tp,any and 1 or 0)
		local known=S.known[x.c] or {}
		for name,cards in pairs(x.names) do
			known[name]={cards=cards}
			for _,c in ipairs(cards) do known[name][c]=c:GetRealFieldID() end
		end
		S.known[x.c]=known
	end
end

-- A trigger that each player may use who meets its cause: the core is told of the event once for each of them.
local function for_each_player(c,spec,pattern,k)
	local code=(k<<28)+spec.key
	local w=Effect.GlobalEffect()
	w:SetType(0x802) w:SetCode(pattern.code)
	w:SetOperation(function(e,tp,eg,ep,ev,re,r,rp)
		if not S.open or not c:IsLocation(0xc) or not c:IsFaceup() then return end
		local t=Duel.GetTurnPlayer()
		for _,p in ipairs({t,1-t}) do
			local x={c=c,e=e,tp=p,eg=eg,ep=ep,ev=ev,re=re,r=r,rp=rp,names={},spec=spec,event=pattern.code}
			if pattern.test(x) then Duel.RaiseEvent(eg,code,re,r,rp,p,ev) end
		end
	end)
	Duel.RegisterEffect(w,0)
	return {code=code,type=pattern.type,range=pattern.range,flags=pattern.flags,cards=pattern.cards,test=function() return true end}
end

-- A fast effect that waits for an activation to be negated is used when the chain is over; what was negated the core says only then.
local function once_it_is_over(c,spec,pattern)
	local code=0x10000000+spec.key
	local w=Effect.GlobalEffect()
	w:SetType(0x802) w:SetCode(pattern.code)
	w:SetOperation(function(e,tp,eg,ep,ev,re,r,rp)
		for p=0,1 do
			local x={c=c,e=e,tp=p,eg=eg,ep=ep,ev=ev,re=re,r=r,rp=rp,names={},spec=spec,event=pattern.code}
			if S.open and pattern.test(x) then Duel.RaiseEvent(eg or re:GetHandler(),code,re,r,rp,p,ev) end
		end
	end)
	Duel.RegisterEffect(w,0)
	return setmetatable({code=code,test=function(x) return x.ep==x.tp end},{__index=pattern})
end

-- How many attacks have been declared, and at which of them an effect was used that is used once for each.
S.attacks=0
S.used_against={}
function S.count_attacks()
	local e=Effect.GlobalEffect()
	e:SetType(0x802) e:SetCode(1130)
	e:SetOperation(function() S.attacks=S.attacks+1 end)
	Duel.RegisterEffect(e,0)
end

-- What waits for an activation is met then, as everything lies then; the core is told of it when the link has resolved.
local function note_activations(c,e,spec,pattern)
	local notes={}
	local w=Effect.GlobalEffect()
	w:SetType(0x802) w:SetCode(1027)
	w:SetOperation(function(_,_,eg,ep,ev,re,r,rp)
		if ev==1 then notes={} end
		notes[ev]=nil
		if not S.open or not c:IsLocation(pattern.range) or (c:IsLocation(0xc) and c:IsFacedown()) then return end
		local held={}
		for p=0,1 do
			local x=S.view(spec,e,p,eg,ep,ev,re,r,rp)
			x.event=1027
			held[p]=pattern.test(x)
		end
		notes[ev]=held
	end)
	Duel.RegisterEffect(w,0)
	return function(x) return notes[x.ev]~=nil and notes[x.ev][x.tp] end
end

-- Registers an effect, once for each event that calls for it.
function S.effect(c,spec)
	spec.key=S.key(c,spec.i)
	for k,pattern in ipairs(spec.patterns) do
		if spec.either then pattern=for_each_player(c,spec,pattern,k) end
		if pattern.code==1024 and not spec.trigger then pattern=once_it_is_over(c,spec,pattern) end
		local e=Effect.CreateEffect(c)
		e:SetDescription((c:GetOriginalCode()<<20)|spec.i)
		e:SetType(pattern.type)
		e:SetCode(pattern.code)
		if pattern.range then e:SetRange(pattern.range) end
		e:SetProperty(spec.flags,pattern.flags)
		if spec.once_per_chain then e:SetCountLimit(1,{0,spec.i+1},0xc)
		elseif spec.once_per_duel=="copy" then e:SetCountLimit(1) e:SetProperty(spec.flags|0x400000,pattern.flags)
		elseif spec.once_per_duel then e:SetCountLimit(1,{c:GetOriginalCodeRule(),spec.i+1},spec.once_per_duel=="activate" and 3 or 2)
		elseif spec.limit=="copy" then
			if #spec.patterns>1 then e:SetCountLimit(spec.times or 1,{0,spec.i+1},4) else e:SetCountLimit(spec.times or 1) end
		elseif spec.limit=="one effect" then e:SetCountLimit(1,{c:GetOriginalCodeRule(),15})
		elseif spec.limit=="use" then e:SetCountLimit(spec.times or 1,{c:GetOriginalCodeRule(),spec.i+1})
		elseif spec.limit=="resolved" then e:SetCountLimit(spec.times or 1,{c:GetOriginalCode(),spec.i+1},1)
		elseif spec.limit=="activate" then e:SetCountLimit(spec.times or 1,{c:GetOriginalCodeRule(),spec.i+1},1)
		end
		local test=pattern.noted and note_activations(c,e,spec,pattern) or pattern.test
		e:SetCondition(function(e,tp,eg,ep,ev,re,r,rp)
			if not S.open then return false end
			local x=S.view(spec,e,tp,eg,ep,ev,re,r,rp)
			x.event=pattern.code
			if spec.admitted and not spec.admitted() then return false end
			if spec.once_per_battle_step and S.used_against[e]==S.attacks then return false end
			if not test then return true end
			if not test(x) then return false end
			if spec.trigger then remember(x,test) end
			return true
		end)
		e:SetCost(cost(spec,pattern))
		e:SetTarget(target(spec))
		e:SetOperation(operation(spec))
		c:RegisterEffect(e)
		S.spec[e]=spec
	end
end

-- The effect right after which a monster is Summoned, if there is one.
local function following(c,spec)
	local after=S.following
	return after and after.monster==c and after.v.how==spec.how and after or nil
end

-- Whether nothing keeps a monster from being Special Summoned by its own procedure; the core does not ask that of it.
local function may_come_so(c,e,tp,how)
	for _,te in ipairs({c:GetCardEffect(30)}) do
		local value=te:GetValue()
		if type(value)~="function" or not value(te,e,tp,how) then return false end
	end
	return true
end

-- A Special Summon that starts no chain: its cost is paid, then the monster is Summoned.
S.procedures={}
S.summoned_so={}
function S.procedure(c,spec)
	-- Once per turn, counted when the Summon has succeeded: the core's own count would be spent by one that is negated.
	local tried
	local function limit(tp) return tp.." "..c:GetOriginalCodeRule().." "..spec.i end
	if spec.limit then
		local done=Effect.CreateEffect(c)
		done:SetType(0x801) done:SetCode(1102) done:SetProperty(0x400)
		done:SetOperation(function()
			if tried then S.summoned_so[tried]=Duel.GetTurnCount() end
			tried=nil
		end)
		c:RegisterEffect(done)
	end
	local e=Effect.CreateEffect(c)
	e:SetDescription((c:GetOriginalCode()<<20)|spec.i)
	e:SetType(2) e:SetCode(34) e:SetProperty(0x40000) e:SetRange(spec.range)
	e:SetValue(spec.how and S.HOW[spec.how].summon or 1)
	local function side(tp) return spec.over and 1-tp or tp end
	if spec.over or spec.pos then e:SetProperty(0x140000) e:SetTargetRange(spec.pos or 5,spec.over and 1 or 0) end
	local function view(e,tp) return {spec=spec,e=e,c=e:GetHandler(),tp=tp,names={}} end
	e:SetCondition(function(e,d)
		if d==nil then return true end
		if not S.open then return false end
		local after=following(d,spec)
		if after then return #S.material_sets(after.x,after.v,d)>0 end
		local x=view(e,d:GetControler())
		x.purpose="cost"
		if spec.limit and S.summoned_so[limit(x.tp)]==Duel.GetTurnCount() then return false end
		if spec.requires and not spec.requires(x) then return false end
		if not may_come_so(d,e,x.tp,spec.how and S.HOW[spec.how].summon or 0) then return false end
		for _,v in ipairs(spec.cost) do if not S.can(x,v) then return false end end
		if spec.oath and not S.unbroken(x,spec.oath) then return false end
		if not spec.how and (not spec.frees or spec.pointed) and S.free_zones(x,spec,side(x.tp))<=0 then return false end
		return not spec.how or #S.material_sets(x,spec,d)>0
	end)
	e:SetOperation(function(e,tp,eg,ep,ev,re,r,rp,d)
		local after=following(d or e:GetHandler(),spec)
		if after then
			S.following=nil
			S.send_materials(after.x,after.v,d or e:GetHandler(),0)
			return
		end
		local x=view(e,tp)
		x.purpose="cost"
		for _,v in ipairs(spec.cost) do S.run(x,v) end
		-- What was paid was used for the Summon.
		if not spec.how and spec.noted then (d or x.c):SetMaterial(S.group(x.names[spec.noted] or {})) end
		if spec.limit then tried=limit(tp) end
		if spec.oath then S.swear(x,spec.oath) end
		if spec.how then S.send_materials(x,spec,d or x.c,0) end
	end)
	if spec.pointed then e:SetValue(function(e,d) return 1,S.zones(view(e,d:GetControler()),spec,side(d:GetControler())) end) end
	c:RegisterEffect(e)
	S.procedures[c]=S.procedures[c] or {}
	table.insert(S.procedures[c],{i=spec.i,e=e})
end
-- The procedures by which a monster can be Summoned now, printed as a line.
function S.ways(code)
	local out={}
	for c,list in pairs(S.procedures) do
		if c:GetOriginalCode()==code then
			for _,p in ipairs(list) do if p.e:GetCondition()(p.e,c) then out[#out+1]=p.i end end
		end
	end
	table.sort(out)
	Debug.Message("ways "..table.concat(out," "))
end

-- Something that happened this turn or the last one, remembered for a condition about it.
S.happened={}
S.watchers={}
function S.watch(c,k,patterns)
	local memory={[0]=-9,[1]=-9}
	S.happened[c]=S.happened[c] or {}
	S.happened[c][k]=memory
	for _,pattern in ipairs(patterns) do
		S.watchers[#S.watchers+1]={c=c,pattern=pattern,memory=memory}
		local e=Effect.GlobalEffect()
		e:SetType(0x802) e:SetCode(pattern.field)
		e:SetOperation(function(e,tp,eg,ep,ev,re,r,rp)
			for p=0,1 do
				local x={c=c,e=e,tp=p,eg=eg,ep=ep,ev=ev,re=re,r=r,rp=rp,names={}}
				if pattern.test(x) then
					local before=memory[p]==Duel.GetTurnCount() and memory[p+4] or 0
					memory[p]=Duel.GetTurnCount()
					memory[p+2]=Duel.GetCurrentPhase()
					memory[p+4]=before+math.max(#pattern.cards(x),1)
				end
			end
		end)
		Duel.RegisterEffect(e,0)
	end
end
-- Who Summoned a monster; those that came this turn by the set-up were Summoned by their controllers.
S.fresh={}
function S.is_fresh(c) return S.fresh[c]~=nil and S.fresh[c].turn==Duel.GetTurnCount() end
function S.summoner(c)
	if S.is_fresh(c) then return c:GetControler() end
	return c:GetSummonPlayer()
end
function S.arrived(c)
	S.fresh[c]={turn=Duel.GetTurnCount(),player=c:GetControler(),activity=c:IsSummonType(0x40000000) and 3 or 1}
	for _,w in ipairs(S.watchers) do
		if w.pattern.field==(S.fresh[c].activity==3 and 1102 or 1100) then
			for p=0,1 do
				local x={c=w.c,tp=p,eg=S.group({c}),ep=c:GetControler(),r=0,rp=c:GetControler(),names={}}
				if w.pattern.test(x) then w.memory[p]=Duel.GetTurnCount() end
			end
		end
	end
end
-- What went this turn, before the duel began, to where it lies.
function S.went(c) S.since[c]=0 end
function S.when(x,k,ago,own)
	if own and S.since[x.c]==ago then return true end
	return S.happened[x.c][k][x.tp]==Duel.GetTurnCount()-ago
end
-- To how many cards something happened this turn, or how often to a player.
function S.how_many(x,k)
	local memory=S.happened[x.c][k]
	return memory[x.tp]==Duel.GetTurnCount() and memory[x.tp+4] or 0
end
-- The turn in which the first phase of a kind begins after another one, whoever's turn it is or that of a player.
function S.first_turn(turn,phase,kind,whose)
	local t=phase<kind and turn or turn+1
	local now=Duel.GetTurnCount()
	if whose~=nil and (Duel.GetTurnPlayer()==whose)~=((now-t)%2==0) then t=t+1 end
	return t
end
-- Whether the present phase is the first of its kind since something happened.
function S.first_since(x,k,whose)
	local memory=S.happened[x.c][k]
	if not memory[x.tp+2] then return false end
	local player=nil
	if whose then player=whose=="yours" and x.tp or 1-x.tp end
	return Duel.GetTurnCount()==S.first_turn(memory[x.tp],memory[x.tp+2],Duel.GetCurrentPhase(),player)
end
