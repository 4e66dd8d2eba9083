-- What applies for a time: as long as a card is in force, or until something ends it.
--
-- `S.always` registers a modifier on its card, `S.lasting` one that an effect leaves behind.

local function players(who,tp)
	if who=="you" then return 1,0 elseif who=="opponent" then return 0,1 end
	return 1,1
end

-- Makes one effect of the core out of a modifier's entry.
local function make(x,entry,reset,turns)
	local e=Effect.CreateEffect(x.c)
	e:SetCode(entry.code)
	if entry.value~=nil then e:SetValue(entry.value(x)) end
	if entry.count then e:SetCountLimit(entry.count) end
	return e
end

-- What the core asks about as mere data, a Trap that would be a monster, comes from where its card lies.
local as_it_would_come=setmetatable({
	at=function(c) local d=S.would_come or c return d:GetLocation(),d:GetSequence() end,
	of=function(c) return (S.would_come or c):GetControler() end,
	position=function(c) return (S.would_come or c):GetPosition() end,
},{__index=S.now})
-- Whom a ban on a player is about: not what it excepts, by the card, by the kind of Summon or by the effect that brought it.
local function banned(entry,seen,p)
	return function(_,d,sump,sumtype,sumpos,targetp,se)
		local view=type(seen)=="function" and seen() or seen
		if entry.full then return entry.full(sump or p()) end
		local looks=S.would_come and d:GetLocation()==0 and as_it_would_come or S.now
		if entry.except and entry.except.f(view,p(),d,looks) then return false end
		if entry.only and not entry.only.f(view,p(),d,looks) then return false end
		if entry.against and not entry.against(view,se) then return false end
		if entry.kind and (sumtype or 0)&0xff000000~=entry.kind then return false end
		for _,how in ipairs(entry.how or {}) do if (sumtype or 0)&0xff000000==how then return false end end
		return not (entry.spares and se~=nil and se==view.e)
	end
end
local function is_partly(entry) return entry.except or entry.only or entry.how or entry.kind or entry.spares or entry.full or entry.against end

-- The opponent of who did it cannot activate anything until the chain that answers it is over. What a material brings about counts
-- when its monster has been Summoned.
function S.shut(eg,rp)
	local c=eg and eg:GetFirst()
	local p=c and c:IsLocation(4) and c:GetSummonPlayer() or rp
	Duel.SetChainLimitTillChainEnd(function(e,_,player) return player==p end)
end
function S.shut_later(x,rp)
	local monster=x.c:GetReasonCard()
	if not monster then return end
	local e=Effect.CreateEffect(x.c)
	e:SetType(0x801) e:SetCode(1102) e:SetProperty(0x40400) e:SetReset(0x1fe1000)
	e:SetOperation(function() Duel.SetChainLimitTillChainEnd(function(e,_,player) return player==rp end) end)
	monster:RegisterEffect(e,true)
end

-- A modifier on its own card. `m.single` is about the card itself, `m.equip` about what it is equipped to.
function S.always(c,m)
	local x={c=c,names={},spec=m}
	for _,entry in ipairs(m.entries) do
		local e=make(x,entry)
		local function view(e) return {c=e:GetHandler(),e=e,tp=e:GetHandlerPlayer(),names={},spec=m} end
		if entry.value==nil and entry.dynamic then
			e:SetValue(function(e,...) return entry.dynamic(view(e),...) end)
		end
		if entry.notes then
			local noted={c=c,test=entry.notes,held={}}
			table.insert(S.noting,noted)
			entry.test=function(x) return noted.held[x.ev]~=nil and noted.held[x.ev][x.tp] end
		end
		if entry.pays then S.attack_cost(e,view,entry.pays) end
		if entry.once then
			c:SetSPSummonOnce(c:GetOriginalCodeRule())
			goto continue
		end
		if entry.counted then Duel.EnableGlobalFlag(0x40) end
		if entry.first then S.first[c]=true end
		if entry.replaces then
			e:SetRange(m.range)
			entry.replaces.i=m.i
			S.instead(e,c,view,entry.replaces,m.test)
			goto made
		end
		if entry.single and entry.code==204 then
			e:SetType(1)
		elseif entry.single and entry.code==60 then
			-- With a range the core does not redirect the card; the scripts of EDOPro have none here either.
			e:SetType(1)
			e:SetProperty(entry.flags or 0)
			e:SetCondition(function(e)
				local c=e:GetHandler()
				return c:IsFaceup() and (not entry.gy or c:GetDestination()==0x10)
			end)
		elseif entry.global then
			-- Wherever its card is: what it is about says where it must be.
			e:SetType(2)
			e:SetTargetRange(entry.at,entry.at)
			e:SetTarget(function(e,d) return entry.f(x,0,d,S.now) end)
			Duel.RegisterEffect(e,0)
			goto registered
		elseif entry.single then
			e:SetType(1)
			e:SetProperty(0x20000|(entry.flags or 0))
			e:SetRange(m.range)
		elseif entry.tributes then
			S.tributes(c,entry,m.test and function(e) return m.test(view(e)) end)
			goto continue
		elseif entry.lent_to_its_monster then
			-- What lies under a monster gives it without an effect of the core.
			table.insert(S.lent,{code=entry.code,c=c,test=m.test,asked=entry.asked})
			goto continue
		elseif entry.spares then
			-- Monsters in the hand that may be Summoned without Tributes.
			e:SetType(2) e:SetRange(m.range)
			e:SetTargetRange(entry.at,0)
			e:SetTarget(function(e,d) local x=view(e) return entry.f(x,x.tp,d,S.now) end)
			e:SetCondition(function(e,d,least)
				if m.test and not m.test(view(e)) then return false end
				return d==nil or (least==0 and d:IsLevelAbove(5) and Duel.GetLocationCount(d:GetControler(),4)>0)
			end)
			e:SetValue(0)
			goto made
		elseif entry.lent then
			-- What may be tributed for the card itself, wherever it is Summoned from.
			e:SetType(1)
			e:SetProperty(0x40400)
			e:SetTargetRange(entry.at,entry.at)
			e:SetTarget(function(e,d) local x=view(e) return entry.f(x,x.tp,d,S.now) end)
		elseif entry.anywhere then
			e:SetType(1)
			e:SetProperty(0x40400)
			if m.there then e:SetCondition(function(e) return e:GetHandler():IsLocation(m.there) end) end
		elseif entry.equip then
			e:SetType(4)
		elseif entry.word then
			e:SetType(2) e:SetRange(m.range)
			e:SetTargetRange(0xc,0xc)
			e:SetTarget(function(e,d) return S.has(S.still_meant(view(e),entry.word),d) end)
			if entry.flags then e:SetProperty(entry.flags) end
		elseif entry.player then
			e:SetType(2) e:SetRange(m.range) e:SetProperty(0x800)
			e:SetTargetRange(players(entry.player))
			if is_partly(entry) then
				e:SetTarget(function(e,...) return banned(entry,view(e),function() return e:GetHandlerPlayer() end)(e,...) end)
			end
		elseif entry.reacts then
			e:SetType(0x800|(entry.own and 1 or 2))
			if entry.own then e:SetProperty(entry.flags or 0) else e:SetRange(m.range) e:SetProperty(entry.flags or 0) end
			e:SetOperation(function(e,tp,eg,ep,ev,re,r,rp)
				if S.open then entry.reacts(view(e),eg,ep,ev,re,r,rp) end
			end)
			if entry.own then S.remember(c) end
			e:SetCondition(function(e,tp,eg,ep,ev,re,r,rp)
				local x=view(e)
				if entry.own and S.muted[c] then return false end
				-- What it destroys by battle it must be there to see.
				if entry.own and entry.code==1139 and not x.c:IsLocation(4) then return false end
				-- Nor does it apply to its being targeted elsewhere than where it works.
				if entry.own and entry.code==1028 and m.range and x.c:GetLocation()&m.range==0 then return false end
				x.tp=entry.own and e:GetHandler():GetPreviousControler() or tp
				if entry.own and x.c:IsLocation(0xc) then x.tp=x.c:GetControler() end
				x.eg=eg x.ep=ep x.ev=ev x.re=re x.r=r x.rp=rp
				if m.test and not m.test(x) then return false end
				return entry.test(x)
			end)
		else
			e:SetType(2) e:SetRange(m.range)
			e:SetTargetRange(entry.at,entry.at)
			e:SetTarget(function(e,d) local x=view(e) return entry.f(x,x.tp,d,S.now) end)
			if entry.flags then e:SetProperty(entry.flags) end
		end
		if m.test and not entry.reacts then e:SetCondition(function(e) return m.test(view(e)) end) end
		-- A monster that must attack would hold the duel in the Main Phase before it begins.
		if entry.code==191 then e:SetCondition(function(e) return S.open and (not m.test or m.test(view(e))) end) end
		::made::
		c:RegisterEffect(e)
		::continue::
		::registered::
	end
end

-- Something done instead of a destruction. What would be destroyed at the same time cannot take another's place, and what is
-- destroyed so is not replaced in turn.
local function for_each(v,n)
	local w=setmetatable({},{__index=v})
	if v.sel and type(v.sel.n)=="number" then w.sel=setmetatable({n=v.sel.n*n},{__index=v.sel}) end
	if type(v.amount)=="number" then w.amount=v.amount*n end
	return w
end
function S.instead(e,c,view,r,test)
	local function saved(e,eg)
		local x=view(e)
		x.spec=x.spec.i and x.spec or {i=0,f=true}
		x.those=S.filter(S.list(eg),function(c) return not c:IsReason(0x1000000) and c:IsReason(0x60) and r.saves(x,c) end)
		x.perishing=S.list(eg)
		local parts=r.does
		if r.each then
			parts={}
			for k,v in ipairs(r.does) do parts[k]=for_each(v,#x.those) end
		end
		return x,parts
	end
	e:SetType(0x802)
	e:SetTarget(function(e,tp,eg,ep,ev,re,rr,rp,chk)
		local x,parts=saved(e,eg)
		if chk==0 then
			if test and not test(x) then return false end
			for _,part in ipairs(parts) do
				if part.sel and part.sel.of and part.sel.of.among and not S.can(x,part) then return false end
			end
			return #x.those>0 and S.possible(x,parts)
		end
		if not r.mandatory then
			S.mark(S.WHETHER,x.tp,x.c:GetOriginalCode())
			if not Duel.SelectEffectYesNo(x.tp,x.c,96) then return false end
		end
		S.sparing=x
		S.sparing_parts=parts
		return true
	end)
	e:SetValue(function(e,c) return S.sparing~=nil and S.has(S.sparing.those,c) end)
	e:SetOperation(function()
		local x,parts=S.sparing,S.sparing_parts
		S.sparing=nil
		S.reaction(x,parts)
	end)
	if r.limit=="use" then e:SetCountLimit(1,{c:GetOriginalCodeRule(),r.i+1}) elseif r.limit then e:SetCountLimit(1) end
end

-- What declaring an attack costs; all costs together must be payable, which is asked of life points and of the top of the Deck.
local attack_costs={}
function S.attack_cost(e,view,pays)
	attack_costs[e]=pays
	-- How many times such a part is paid for an attack of this monster.
	local function copies(c,v)
		local n=0
		for _,other in ipairs({c:GetCardEffect(96)}) do
			for _,w in ipairs(attack_costs[other] or {}) do if w.verb==v.verb and type(w.amount)==type(v.amount) then n=n+1 end end
		end
		return math.max(n,1)
	end
	e:SetCost(function(e,c,tp)
		local x=view(e) x.tp=tp x.purpose="cost"
		for _,v in ipairs(pays) do
			if not S.can(x,v) then return false end
			local n=copies(c,v)
			if v.sel and v.sel.pick=="top" and not Duel.IsPlayerCanDiscardDeckAsCost(tp,n*v.sel.n) then return false end
			if type(v.amount)=="number" and not S.can(x,for_each(v,n)) then return false end
		end
		return true
	end)
	e:SetOperation(function(e,tp)
		if Duel.IsAttackCostPaid()==2 then return end
		local x=view(e) x.tp=tp x.purpose="cost"
		x.spec=x.spec.i and x.spec or {i=0,f=true}
		for _,v in ipairs(pays) do S.run(x,v) end
		Duel.AttackCostPaid()
	end)
end

-- A monster that takes so many Tributes, whatever its Level; while something holds, at its player's choice, or as the only way
-- there is.
function S.tributes(c,entry,holds)
	local n=entry.tributes
	local function enough(e,d,least)
		if d==nil then return true end
		local room=n==0 and Duel.GetLocationCount(d:GetControler(),4)>0 or n>0 and Duel.CheckTribute(d,n,n)
		return least<=n and room and (not holds or holds(e))
	end
	local first=(holds or entry.optional) and 32 or 33
	for code=first,entry.set and first+4 or first,4 do
		local e=Effect.CreateEffect(c)
		e:SetType(1) e:SetCode(code) e:SetProperty(0x40400)
		e:SetCondition(enough)
		e:SetOperation(function(e,tp,eg,ep,ev,re,r,rp,d)
			if n==0 then return end
			local g=Duel.SelectTribute(tp,d,n,n)
			d:SetMaterial(g)
			Duel.Release(g,0x12)
		end)
		e:SetValue(code==first and n>0 and 0x11000000 or 0)
		c:RegisterEffect(e)
	end
end
-- Effects that cards were given, or have as copies of others.
S.lent={}
local function is_lent(g,c)
	if g.c:GetOverlayTarget()~=c or not c:IsLocation(4) then return false end
	local x={c=g.c,tp=c:GetControler(),names={}}
	return (not g.test or g.test(x)) and (not g.asked or g.asked(x,x.tp,c,S.now))
end
function S.has_gift(c,k,times)
	local n=#{c:IsHasEffect(0x10007000+k)}
	for _,g in ipairs(S.lent) do if g.code==0x10007000+k and is_lent(g,c) then n=n+1 end end
	return n>=(times or 1)
end
local function copied(c,f)
	for _,e in ipairs({c:IsHasEffect(0x10006fff)}) do
		local value=e:GetValue()
		if type(value)=="function" then value=value(e,c) end
		if f(value) then return true end
	end
	return false
end
function S.copies(c,code) return copied(c,function(value) return value&0x3fffffff==code end) end
function S.is_replaced(c) return copied(c,function(value) return value&0x40000000~=0 end) end

-- A Gemini monster: a Normal Monster on the field and in the GY until it is Summoned once more.
function S.gemini(c)
	local e=Effect.CreateEffect(c)
	e:SetType(1) e:SetCode(77)
	c:RegisterEffect(e)
	for _,change in ipairs({{115,0x10},{116,0x20}}) do
		local e=Effect.CreateEffect(c)
		e:SetType(1) e:SetProperty(0x20000) e:SetRange(0x14) e:SetCode(change[1]) e:SetValue(change[2])
		e:SetCondition(function(e) local c=e:GetHandler() return not (c:IsLocation(4) and c:IsGeminiState()) end)
		c:RegisterEffect(e)
	end
end
-- Whether an effect that lasts until the one it answered has resolved still does.
function S.answered(x)
	return not x.until_link or (S.resolving==x.until_link)
end

-- What a card does by leaving it does not do if its effects were negated when it left.
S.muted={}
function S.remember(c)
	local e=Effect.CreateEffect(c)
	e:SetType(0x801) e:SetCode(1019) e:SetProperty(0x400)
	e:SetOperation(function()
		S.muted[c]=c:IsDisabled() or nil
		S.held[c]=S.list(c:GetCardTarget())
	end)
	c:RegisterEffect(e)
end

local TURNED_DOWN=0x21000
local marks=0
-- A modifier that an effect leaves behind. About known cards it lies on them, else on the duel.
function S.lasting(x,m,reset,turns)
	for _,entry in ipairs(m.entries) do
		if entry.wins then
			Duel.Win(entry.wins=="opponent" and 1-x.tp or x.tp,0x10)
			return
		end
		local function ends(e,extra)
			if reset=="leaves" then
				e:SetCondition(function() return x.c:IsLocation(0xc) and x.c:IsFaceup() and x.c:GetRealFieldID()==x.stay end)
				-- Once turned face-down a card is another one.
				if extra~=0 then e:SetReset(TURNED_DOWN) end
			elseif reset=="link" then
				e:SetReset(0x80000000)
			elseif reset~=0 or extra~=0 then
				e:SetReset(S.ending(reset)|extra,turns or 1)
			end
		end
		x.stay=x.c:GetRealFieldID()
		local seen={c=x.c,e=x.e,tp=x.tp,names=x.names,those=x.those,spec=x.spec,declared=x.declared,until_link=reset=="link" and x.ev or nil}
		-- What lasts speaks of the names that its cards have now.
		seen.codes={}
		for _,cards in pairs(x.names) do for _,c in ipairs(cards) do if not c:IsLocation(0xc) then seen.codes[c]=c:GetCode() end end end
		if entry.word then
			for _,c in ipairs(S.filter(S.affected(x,S.still_meant(x,entry.word)),function(c) return not S.has(x.already or {},c) end)) do
				local e=make(x,entry)
				if entry.dynamic then e:SetValue(function(e,...) return entry.dynamic(seen,...) end) end
				e:SetType(1)
				-- It goes on when the card that made it is negated, also on that card itself.
				e:SetProperty((entry.flags or 0)|0x400)
				ends(e,0x1fe1000)
				c:RegisterEffect(e,true)
			end
		else
			local e=make(x,entry)
			if entry.dynamic then e:SetValue(function(e,...) return entry.dynamic(seen,...) end) end
			e:SetType(2)
			if entry.player then
				e:SetProperty(0x800|(entry.flags or 0))
				e:SetTargetRange(players(entry.player))
				if is_partly(entry) then e:SetTarget(banned(entry,seen,function() return x.tp end)) end
			elseif entry.reacts then
				e:SetType(0x802)
				e:SetProperty(entry.flags or 0)
				-- A rule that lasts looks at everything as it is when it was activated as well.
				local test=entry.test
				if entry.notes then
					local noted={c=x.c,tp=x.tp,test=entry.notes,held={}}
					table.insert(S.noting,noted)
					test=function(y) return noted.held[y.ev]~=nil and noted.held[y.ev][x.tp] end
				end
				-- What it speaks of is no longer meant when it has moved.
				seen.settled=true
				seen.ids={}
				for _,cards in pairs(x.names) do for _,c in ipairs(cards) do seen.ids[c]=c:GetRealFieldID() end end
				-- What it says of its own card does not apply any more once that is turned face-down.
				local mark=entry.own and x.c:IsLocation(0xc) and x.c:IsFaceup()
				if entry.own and entry.code==1015 then S.remember(x.c) end
				if mark then
					marks=marks+1
					mark=920000000+marks
					x.c:RegisterFlagEffect(mark,TURNED_DOWN,0,1)
				end
				e:SetCondition(function(e,tp,eg,ep,ev,re,r,rp)
					if mark and x.c:GetFlagEffect(mark)==0 then return false end
					if entry.own and entry.code==1015 and S.muted[x.c] then return false end
					seen.eg=eg seen.ep=ep seen.ev=ev seen.re=re seen.r=r seen.rp=rp
					return test(seen)
				end)
				e:SetOperation(function(e,tp,eg,ep,ev,re,r,rp)
					local now={}
					for k,v in pairs(seen) do now[k]=v end
					now.looking,now.ids=eg~=nil,setmetatable({},{__index=seen.ids})
					entry.reacts(now,eg,ep,ev,re,r,rp)
				end)
			else
				e:SetTargetRange(entry.at,entry.at)
				e:SetTarget(function(_,d) return entry.f(seen,x.tp,d,S.now) end)
				e:SetProperty(entry.flags or 0)
			end
			ends(e,0)
			Duel.RegisterEffect(e,x.tp)
		end
	end
end

-- Reactions without a chain: in a resolving link they wait until it has resolved, and what answers an activation until
-- that link has.
S.waiting={}
function S.react(x,parts,eg,ep,ev,re,r,rp,cards,link)
	x.eg=eg x.ep=ep x.ev=ev x.re=re x.r=r x.rp=rp
	x.those=cards
	-- The cards of the cause are known where they have come to, unless they were others before.
	if x.ids then
		for _,c in ipairs(cards) do if S.still(x,c) then x.ids[c]=c:GetRealFieldID() end end
		x.looking=nil
	end
	x.spec=x.spec.i and x.spec or {i=0,f=true}
	local answers=link~=nil
	if link==nil then link=S.resolving end
	if not link then return S.reaction(x,parts) end
	for _,w in ipairs(S.waiting) do
		-- An activation is one event, also if it is met as that of a card and as that of an effect.
		if answers and w.link==link and w.parts==parts and w.x.c==x.c then return end
		-- What calls for the same thing several times in one link is done at once, so many times.
		if w.link==link and w.parts==parts and w.x.c==x.c then
			w.x.times=w.x.times+1
			for _,c in ipairs(cards) do w.x.those[#w.x.those+1]=c end
			return
		end
	end
	local kept={times=1}
	for k,v in pairs(x) do kept[k]=v end
	S.waiting[#S.waiting+1]={x=kept,parts=parts,link=link,stay=x.c:IsLocation(0xc) and x.c:GetRealFieldID() or nil}
end
function S.reaction(x,parts)
	S.reacting=x.c
	S.carry_out(x,parts)
	S.reacting=nil
end
-- The card by which damage is inflicted.
function S.source(x)
	if x.r&0x20~=0 then return S.list(x.eg) end
	if S.reacting then return {S.reacting} end
	return x.re and {x.re:GetHandler()} or {}
end
S.turned,S.returned,S.laid={},{},{}
local function settle()
	local e=Effect.GlobalEffect()
	e:SetType(0x802) e:SetCode(1022)
	e:SetOperation(function(e,tp,eg,ep,ev)
		S.resolving=nil
		S.hold(S.links[ev])
		local due={}
		for i=#S.waiting,1,-1 do
			if S.waiting[i].link==ev then table.insert(due,1,table.remove(S.waiting,i)) end
		end
		for _,w in ipairs(due) do
			-- What was negated meanwhile does not react any more; what lingers does not mind.
			local silent=not w.x.settled and w.x.c:IsLocation(0xc) and w.x.c:IsDisabled()
			-- Nor does what has left the field since.
			local gone=w.stay and w.x.c:GetRealFieldID()~=w.stay
			if not silent and not gone and (w.x.c:IsFaceup() or not w.x.c:IsLocation(0xc)) then S.reaction(w.x,w.parts) end
		end
	end)
	Duel.RegisterEffect(e,0)
	local b=Effect.GlobalEffect()
	b:SetType(0x802) b:SetCode(1020)
	b:SetOperation(function(e,tp,eg,ep,ev) S.resolving,S.come=ev,{[0]=0,[1]=0} end)
	Duel.RegisterEffect(b,0)
	-- A card that leaves is still known to the one that held it while its leaving is looked at.
	local l=Effect.GlobalEffect()
	l:SetType(0x802) l:SetCode(1019)
	l:SetOperation(function(e,tp,eg)
		for _,d in ipairs(S.list(eg)) do
			S.worn[d],S.turned[d],S.returned[d],S.laid[d]=S.list(d:GetEquipGroup()),nil,nil,nil
			S.left_as[d]=d:GetRealFieldID()
		end
		for c in pairs(S.named) do
			for _,d in ipairs(S.list(eg)) do
				if c:IsHasCardTarget(d) then
					S.held[c]=S.held[c] or {}
					table.insert(S.held[c],d)
				end
			end
		end
	end)
	Duel.RegisterEffect(l,0)
	-- The monster that attacked last, for attacks in a row.
	local a=Effect.GlobalEffect()
	a:SetType(0x802) a:SetCode(1130)
	a:SetOperation(function() S.attacked_last=Duel.GetAttacker() end)
	Duel.RegisterEffect(a,0)
	-- When a card that lies where it does was last turned face-up.
	local t=Effect.GlobalEffect()
	t:SetType(0x802) t:SetCode(1001)
	t:SetOperation(function(e,tp,eg)
		for _,c in ipairs(S.list(eg)) do
			S.turned[c]=Duel.GetTurnCount()
			if S.laid[c] then S.laid[c]="shown" end
		end
	end)
	Duel.RegisterEffect(t,0)
	-- What was Set face-down shows what was used for it when it is turned up for the first time, and no more when it is turned down again.
	local l=Effect.GlobalEffect()
	l:SetType(0x802) l:SetCode(1106)
	l:SetOperation(function(e,tp,eg) for _,c in ipairs(S.list(eg)) do S.laid[c]="hidden" end end)
	Duel.RegisterEffect(l,0)
	local d=Effect.GlobalEffect()
	d:SetType(0x802) d:SetCode(1016)
	d:SetOperation(function(e,tp,eg) for _,c in ipairs(S.list(eg)) do if c:IsFacedown() and S.laid[c]=="shown" then S.laid[c]=nil end end end)
	Duel.RegisterEffect(d,0)
	local f=Effect.GlobalEffect()
	f:SetType(0x802) f:SetCode(1026)
	f:SetOperation(function()
		S.waiting={} S.links={} S.resolving=nil
		for c in pairs(S.held) do if c:IsLocation(8) then S.held[c]=nil end end
	end)
	Duel.RegisterEffect(f,0)
end

-- Oaths: what may not be done in the turn of an activation. Given back with a negated activation if the text says so.
local counted={["special summon"]={3},["normal summon"]={1},["set monsters"]={2},summon={1,3,4},attack={5},["enter battle phase"]={6}}
-- What a monster of the set-up that came this turn was: the core has not seen it come.
local function done_before(x,entry,activity)
	for c,came in pairs(S.fresh) do
		if came.turn==Duel.GetTurnCount() and came.player==x.tp and came.activity==activity then
			local spared=entry.except and entry.except.f(x,x.tp,c,S.now)
			for _,how in ipairs(entry.how or {}) do spared=spared or c:IsSummonType(how) end
			if entry.these then spared=spared or not entry.these.f(x,x.tp,c,S.now) end
			if not spared then return true end
		end
	end
	return false
end
function S.unbroken(x,oath)
	for _,m in ipairs(oath.mods) do
		for _,entry in ipairs(m.entries) do
			for _,activity in ipairs((entry.player=="you" or entry.sworn) and counted[entry.doing] or {}) do
				if entry.except or entry.how or entry.these then
					if Duel.GetCustomActivityCount(x.spec.key,x.tp,activity)>0 then return false end
				elseif Duel.GetActivityCount(x.tp,activity)>0 then return false end
				if done_before(x,entry,activity) then return false end
			end
		end
	end
	return true
end
function S.swear(x,oath)
	for _,m in ipairs(oath.mods) do
		-- What a player takes upon them binds also those of their cards that are unaffected.
		for _,entry in ipairs(m.entries) do entry.flags=(entry.flags or 0)|0x80|(oath.by=="activate" and 0x80000 or 0) end
		S.lasting(x,m,0x40000200,1)
	end
end
function S.count(c,i,doing,spared)
	for _,activity in ipairs(counted[doing] or {}) do
		Duel.AddCustomActivityCounter(S.key(c,i),activity,function(d)
			for _,how in ipairs(spared.how or {}) do if d:IsSummonType(how) then return true end end
			if spared.these then return not spared.these.f({c=c,names={},tp=d:GetControler()},d:GetControler(),d,S.now) end
			return spared.except~=nil and spared.except.f({c=c,names={},tp=d:GetControler()},d:GetControler(),d,S.now)
		end)
	end
end

-- Winning by an effect: both at once is a draw.
S.wins={}
local function victory()
	local e=Effect.GlobalEffect()
	e:SetType(0x802) e:SetCode(1040)
	e:SetOperation(function()
		if not S.open then return end
		local won={}
		for _,w in ipairs(S.wins) do
			local c=w.c
			local x={c=c,tp=c:GetControler(),names={}}
			if S.at(c,S.now,w.from) and (not w.test or w.test(x)) then
				won[w.who=="opponent" and 1-x.tp or x.tp]=true
			end
		end
		if won[0] and won[1] then Duel.Win(2,0x10) elseif won[0] then Duel.Win(0,0x10) elseif won[1] then Duel.Win(1,0x10) end
	end)
	Duel.RegisterEffect(e,0)
end

-- The core does not ask in a phase in which nobody can do anything. This makes it ask; the adapter leaves it out.
local function asks()
	for p=0,1 do
		local e=Effect.GlobalEffect()
		e:SetDescription(0xfffff)
		e:SetType(0x102) e:SetCode(1002)
		e:SetCondition(function() return S.open and Duel.GetCurrentChain()==0 and Duel.GetCurrentPhase()&0x283~=0 end)
		Duel.RegisterEffect(e,p)
	end
end

-- A discard for the hand size may be answered by one chain; what is discarded after it starts none. The core has no rule for
-- that, and leaves it to the library of the scripts; foreign scripts have their own.
function S.hand_size()
	local turn=nil
	local d=Effect.GlobalEffect()
	d:SetType(0x802) d:SetCode(1018)
	d:SetOperation(function(e,tp,eg,ep,ev,re,r) if r&0x100~=0 then turn=Duel.GetTurnCount() end end)
	Duel.RegisterEffect(d,0)
	local b=Effect.GlobalEffect()
	b:SetType(0x802) b:SetCode(1020)
	b:SetOperation(function()
		if turn~=Duel.GetTurnCount() then return end
		turn=nil
		local e=Effect.GlobalEffect()
		e:SetType(2) e:SetCode(6) e:SetProperty(0x800) e:SetTargetRange(1,1) e:SetValue(1) e:SetReset(0x40000200)
		Duel.RegisterEffect(e,0)
	end)
	Duel.RegisterEffect(b,0)
end

-- The materials of a set-up: nothing can be done to cards before the core has begun, so they are put under their monsters as
-- soon as it has.
S.pile={}
function S.under(c,monster) S.pile[#S.pile+1]={c,monster} end
local function stack()
	local e=Effect.GlobalEffect()
	e:SetType(0x802) e:SetCode(1000)
	e:SetOperation(function()
		local pile=S.pile
		S.pile={}
		for _,p in ipairs(pile) do Duel.Overlay(p[2],p[1]) end
		S.hang_all()
	end)
	Duel.RegisterEffect(e,0)
end

function S.begin()
	stack()
	S.count_attacks()
	settle()
	victory()
	asks()
end

-- The counters of a card of the set-up, and those that it has now.
function S.give(c,n) c:AddCounter(S.COUNTER,n) end
function S.held_by(c) return c:GetCounter(S.COUNTER) end

-- A monster of the set-up lies face-up on the field; how it came there concerns foreign scripts alone.
function S.came(c,how,from) Debug.PreSummon(c,how,from) end
-- A Spell or Trap that lies in the Monster Zone from the start.
function S.turn_monster(c,types)
	for code,value in pairs({[115]=types|0x101,[250]=types|0x101}) do
		local e=Effect.CreateEffect(c)
		e:SetType(1)
		e:SetCode(code)
		e:SetProperty(0x400)
		e:SetReset(0x47e1000)
		e:SetValue(value)
		c:RegisterEffect(e,true)
	end
end

-- What the adapter asks about the board, printed as a line.
function S.board()
	local out={Duel.GetLP(0).." "..Duel.GetLP(1)}
	for _,c in ipairs(S.list(Duel.GetFieldGroup(0,0x7f,0x7f))) do
		local to=c:GetEquipTarget()
		out[#out+1]=table.concat({c:GetOriginalCode(),c:IsLocation(0x200) and 0x200 or c:GetLocation(),c:GetSequence(),c:GetControler(),c:GetPosition(),c:GetAttack(),c:GetDefense(),
			S.held_by(c),to and to:GetOriginalCode() or 0,c:GetLevel()}," ")
		if c:IsLocation(4) then
			for _,d in ipairs(S.list(c:GetOverlayGroup())) do
				out[#out+1]=table.concat({d:GetOriginalCode(),0x80,0,c:GetControler(),5,0,0,0,c:GetOriginalCode()}," ")
			end
		end
	end
	Debug.Message("board "..table.concat(out,","))
end
function S.targets(codes)
	local out={}
	for _,c in ipairs(S.list(Duel.GetFieldGroup(0,4,4))) do
		if codes[c:GetOriginalCode()] then
			local g,direct=c:GetAttackableTarget()
			local line={c:GetOriginalCode(),direct and 1 or 0}
			for _,d in ipairs(S.list(g)) do line[#line+1]=d:GetOriginalCode() end
			out[#out+1]=table.concat(line," ")
		end
	end
	Debug.Message("attacks "..table.concat(out,","))
end
function S.find(controller,location,sequence)
	local c=Duel.GetFieldCard(controller,location,sequence)
	Debug.Message("card "..(c and c:GetOriginalCode() or 0))
end

S.materials={}
S.cards={}
-- A Normal Spell or Trap that remains on the field.
function S.stays(c)
	local e=Effect.CreateEffect(c)
	e:SetType(1) e:SetCode(17)
	c:RegisterEffect(e)
end
-- An Equip Spell may be equipped to what its effect says.
function S.equips(c)
	local e=Effect.CreateEffect(c)
	e:SetType(1) e:SetCode(76) e:SetProperty(0x400) e:SetValue(1)
	c:RegisterEffect(e)
end

-- Set-ups: a card that begins equipped, also one that may be equipped only to what its own effect brings to the field, and a card of the
-- hand both players know.
function S.preequip(c,to)
	if c:GetOriginalType()&5~=0 or not c:IsHasEffect(76) then
		local e=Effect.CreateEffect(c)
		e:SetType(1) e:SetCode(76) e:SetProperty(0x400) e:SetReset(0x1fe1000) e:SetValue(1)
		c:RegisterEffect(e)
	end
	Debug.PreEquip(c,to)
	-- A monster that lies as an Equip Card is a Spell; the core says so only of what an effect equips.
	if c:GetOriginalType()&1~=0 then
		local e=Effect.CreateEffect(c)
		e:SetType(1) e:SetCode(117) e:SetProperty(0x400) e:SetReset(0x1fe1000) e:SetValue(0x40002)
		c:RegisterEffect(e)
	end
end
function S.reveal(c)
	local e=Effect.CreateEffect(c)
	e:SetType(1) e:SetCode(160) e:SetReset(0x1fe1000)
	c:RegisterEffect(e)
end
-- Without a reason to stay a monster goes back to its owner.
function S.steal(c,p)
	if not c:IsLocation(4) then return end
	local e=Effect.CreateEffect(c)
	e:SetType(1) e:SetCode(4) e:SetProperty(0x400) e:SetValue(p) e:SetReset(0x1fc1000)
	c:RegisterEffect(e)
end
