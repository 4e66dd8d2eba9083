-- What generated cards are made of. Everything hangs on one global table.
--
-- A context `x` is the point of view of one effect: who "you" is (tp), "this card" (c), the event it answers
-- (eg, ep, ev, re, r, rp), the cards of its cause (those) and the names given so far.
S={open=false,named={},spec={},done={},tokens={},links={},since={},declared={},known={}}

-- Marks in the stream of messages, read by the adapter: hints of kinds the core does not use.
function S.mark(kind,player,value) Duel.Hint(kind,player,value) end
S.PURPOSE,S.BREAK,S.VERB,S.TARGET,S.UNSUMMON,S.OUTCOME,S.APPLIED,S.STAGE,S.WHETHER,S.REPELLED=200,201,202,203,204,206,208,209,210,211
-- The core says that an attack was negated only when the chain is over.
local negate_attack=Duel.NegateAttack
function S.negate_attack()
	local c=S.attacker()
	if not c then return false end
	local negated=negate_attack()
	if negated and c then S.mark(S.REPELLED,0,c:GetOriginalCode()) end
	return negated
end

local purposes={cost=1,target=2,materials=3,effect=4,chance=5,bullet=6,declaration=7,alternative=8}
function S.purpose(x,player,what)
	S.mark(S.PURPOSE,player,purposes[what]|(x.spec.i<<8)|(x.c:GetOriginalCode()<<16))
end

-- How a card is looked at: as it is now, or as it was before its last move.
S.now={
	at=function(c) return c:GetLocation(),c:GetSequence() end,
	of=function(c) if c:IsLocation(0x80) then return c:GetOverlayTarget():GetControler() end return c:GetControler() end,
	position=function(c) return c:GetPosition() end,
	scale=function(c) return c:IsLocation(0x200) end,
	atk=function(c) return c:GetAttack() end,
	def=function(c) return c:GetDefense() end,
	race=function(c) if c:IsLocation(0x14) then return c:GetRace() end return c:GetOriginalRace() end,
	attribute=function(c) if c:IsLocation(0x14) then return c:GetAttribute() end return c:GetOriginalAttribute() end,
	level=function(c) if c:IsLocation(6) then return c:GetLevel() end return c:GetOriginalLevel() end,
}
S.left={
	at=function(c) return c:GetPreviousLocation(),c:GetPreviousSequence() end,
	of=function(c) return c:GetPreviousControler() end,
	position=function(c) return c:GetPreviousPosition() end,
	scale=function(c) return c:IsPreviousLocation(0x200) end,
	atk=function(c) if c:IsPreviousLocation(0xc) then return c:GetPreviousAttackOnField() end return c:GetAttack() end,
	def=function(c) if c:IsPreviousLocation(0xc) then return c:GetPreviousDefenseOnField() end return c:GetDefense() end,
	race=function(c) if c:IsPreviousLocation(4) then return c:GetPreviousRaceOnField() end return c:GetOriginalRace() end,
	attribute=function(c) if c:IsPreviousLocation(4) then return c:GetPreviousAttributeOnField() end return c:GetOriginalAttribute() end,
	level=function(c) if c:IsPreviousLocation(4) then return c:GetPreviousLevelOnField() end return c:GetOriginalLevel() end,
}

-- Whether a card is somewhere. Places are locations of the core; the Field Zone is 0x100, the other zones of its row 0x200.
function S.at(c,w,places)
	local at,seq=w.at(c)
	if at&places&0xff~=0 then return true end
	if at==4 then return (seq<5 and places&0x1000~=0) or (seq>=5 and places&0x2000~=0) end
	if at==8 then return (seq==5 and places&0x100~=0) or (seq~=5 and places&0x200~=0) or (places&0x800~=0 and w.scale(c)) end
	return false
end

-- Zones: who points where, and columns. `f` says which cards on the field are meant.
local function all_on_field(at,f,but)
	local out={}
	for _,c in ipairs(S.list(Duel.GetFieldGroup(0,at,at))) do if c~=but and f(c) then out[#out+1]=c end end
	return out
end
S.on_field=all_on_field
-- What was used for the Summon of these monsters, unless they were turned face-down since, or left for a time.
function S.used_for(monsters)
	local out={}
	for _,c in ipairs(monsters) do
		if c:GetSummonType()~=0 and (not S.turned[c] or S.laid[c]) and not S.returned[c] then for _,d in ipairs(S.list(c:GetMaterial())) do out[#out+1]=d end end
	end
	return out
end
local function points(d,p,seq) return d:IsFaceup() and d:GetLinkedZone(p)&(1<<seq)~=0 end
function S.is_pointed_to(c,w,f)
	local at,seq=w.at(c)
	if at~=4 then return false end
	for _,d in ipairs(all_on_field(4,f,c)) do if points(d,w.of(c),seq) then return true end end
	return false
end
function S.points_to(c,w,f)
	if (w.at(c))~=4 or not c:IsLocation(4) then return false end
	for _,d in ipairs(all_on_field(4,f,c)) do if points(c,d:GetControler(),d:GetSequence()) then return true end end
	return false
end
function S.is_linked(c,w) return (w.at(c))==4 and c:IsLocation(4) and c:IsLinked() end
function S.is_co_linked(c,w) return (w.at(c))==4 and c:IsLocation(4) and c:GetMutualLinkedGroupCount()>0 end
local function column(p,at,seq)
	if at==4 and seq>4 then seq=seq==5 and 1 or 3 end
	if (at~=4 and at~=8) or seq>4 then return nil end
	return p==0 and seq or 4-seq
end
function S.is_in_column(c,w,f)
	local at,seq=w.at(c)
	local own=column(w.of(c),at,seq)
	if not own then return false end
	for _,d in ipairs(all_on_field(0xc,f,c)) do if column(d:GetControler(),d:GetLocation(),d:GetSequence())==own then return true end end
	return false
end
-- The zones of a side to which a card points that is meant: all of them if none must.
function S.zones(x,v,side)
	if not v.pointed then return 0xff end
	local zones=0
	for _,d in ipairs(all_on_field(4,v.pointed(x,x.tp))) do if d:IsFaceup() then zones=zones|(d:GetLinkedZone(side)&0x7f) end end
	return zones
end
-- How many of them are free.
function S.free_zones(x,v,side)
	if not v.pointed then return Duel.GetLocationCount(side,4) end
	return Duel.GetLocationCount(side,4,x.tp,1,S.zones(x,v,side))
end

-- The view of a card that goes to the GY.
S.buried=setmetatable({at=function() return 0x10,0 end},{__index=S.now})
-- The view of a card that activates an effect: a Trap that is a monster acts as nothing else.
function S.active(e,x)
	-- What has left as the cost was activated where it lay before.
	local from=x and S.links[x.ev] and Duel.GetChainInfo(x.ev,4)
	local gone=from and not x.re:GetHandler():IsLocation(from)
	local where=gone and S.activated(x) or S.now
	if e==nil or e:IsHasType(0x10) then return where end
	return setmetatable({acts=true},{__index=where})
end
-- The view of a card where it was when its effect was activated.
function S.activated(x)
	return setmetatable({at=function() return Duel.GetChainInfo(x.ev,4),Duel.GetChainInfo(x.ev,6) end},{__index=S.now})
end
-- The view of a card that does something: whose it is then is whose effect it is.
function S.acting(player)
	return setmetatable({of=function() return player end,acted=true},{__index=S.now})
end
-- The card by which something happened to a card, and the one that negated an activation.
function S.by(c)
	if S.reacting then return S.reacting end
	local e=c:GetReasonEffect()
	return c:IsReason(0x20) and c:GetReasonCard() or (e and e:GetHandler()) or nil
end
function S.negator(x)
	local e=Duel.GetChainInfo(x.ev,11)
	return e and e:GetHandler()
end
-- Equip Cards: on the field whatever is equipped.
function S.equip_card(c,w)
	if S.monster(c,w) then return false end
	local to=c:GetEquipTarget()
	if w==S.left and not to then to=c:GetPreviousEquipTarget() end
	return to~=nil or c:GetOriginalType()&0x40002==0x40002
end

-- Equip Cards and their monsters; a monster that has just left is asked for what was on it.
function S.is_equipped_to(c,w,f)
	local to=c:GetEquipTarget()
	if w==S.left and not to then to=c:GetPreviousEquipTarget() end
	return to~=nil and f(to)
end
S.worn={}
function S.has_under(c,w,f)
	if w.at(c)~=4 then return false end
	for _,d in ipairs(S.list(c:GetOverlayGroup())) do if f(d) then return true end end
	return false
end
function S.is_equipped_with(c,w,f)
	if w.at(c)~=4 then return false end
	for _,d in ipairs(w==S.left and S.worn[c] or S.list(c:GetEquipGroup())) do if f(d) then return true end end
	return false
end

function S.monster(c,w)
	local at=w.at(c)
	if at==4 then return true end
	if at==8 then return false end
	return c:GetOriginalType()&1~=0
end
-- A Spell or Trap may be a monster, and still be what it is.
S.as_monster={}
function S.spell_or_trap(c,w)
	local as=w.at(c)==4 and S.as_monster[c]
	return not S.monster(c,w) or (as and as[1]&6~=0 and not w.acts) or false
end
-- What a card is in its zone: printed, or what a monster was placed as.
S.placed={}
function S.kind_there(c,w) return w.at(c)==8 and S.placed[c] and S.placed[c].stay==c:GetRealFieldID() and S.placed[c].as or c:GetOriginalType() end
function S.trap(c,w) return S.spell_or_trap(c,w) and S.kind_there(c,w)&4~=0 end
function S.spell(c,w) return S.spell_or_trap(c,w) and S.kind_there(c,w)&4==0 end
-- What the type line says of a card: printed, or in the Monster Zone what a Spell or Trap makes of itself.
function S.types(c,w)
	local as=w.at(c)==4 and S.as_monster[c]
	if as then return as[1]|1 end
	if w==S.left and c:IsPreviousLocation(4) and c:IsPreviousPosition(5) then return c:GetPreviousTypeOnField() end
	-- On the field and in the GY it is also what it is treated as.
	return w==S.now and (c:IsLocation(0x10) or c:IsLocation(4) and c:IsFaceup()) and c:GetType() or c:GetOriginalType()
end

-- A card by its original values: what is printed, on the field what an effect has made of the original ATK and DEF.
function S.originally(w)
	return setmetatable({original=true,
		atk=function(c) return c:IsLocation(4) and c:GetBaseAttack() or math.max(c:GetTextAttack(),0) end,
		def=function(c) return c:IsLocation(4) and c:GetBaseDefense() or math.max(c:GetTextDefense(),0) end,
		race=function(c) return c:GetOriginalRace() end,
		attribute=function(c) return c:GetOriginalAttribute() end,
		level=function(c) return c:GetOriginalLevel() end,
	},{__index=w})
end
-- Whether it has one of these names, as it is seen.
function S.is_named(c,w,...)
	-- What left the field had there the name that it was given.
	if w==S.left and c:IsPreviousLocation(0xc) then
		local before={c:GetPreviousCodeOnField()}
		for _,code in ipairs({...}) do if S.has(before,code) then return true end end
	end
	-- What has left since its effect was activated does what it does under the name that it had then.
	if w.acted and not c:IsLocation(0xc) and Duel.GetCurrentChain()>0 then
		local e,one,two=Duel.GetChainInfo(0,1,17,18)
		if e and e:GetHandler()==c then
			for _,code in ipairs({...}) do if code==one or code==two then return true end end
			return false
		end
	end
	if not w.original then return c:IsCode(...) end
	for _,code in ipairs({...}) do if c:GetOriginalCodeRule()==code then return true end end
	return false
end
-- The cards that the text of a card names, by its own name.
S.texts={}
function S.names_one_of(c,codes)
	local named=S.texts[c:GetOriginalCodeRule()] or {}
	for _,code in ipairs(codes) do if S.has(named,code) then return true end end
	return false
end
-- Whether it is a monster of the Main Deck that can be Normal Summoned or Set.
function S.is_normal_summonable(c,w)
	return c:GetOriginalType()&1~=0 and c:GetOriginalType()&0x48060c0==0 and c:IsSummonableCard()
end
-- Whether it is of the kind that was declared; before that, of any.
function S.of_declared_kind(x,c,w)
	local kind=S.declares(x)
	return kind==nil or (kind==1 and S.monster(c,w)) or (kind==2 and S.spell(c,w)) or (kind==4 and S.trap(c,w))
end

-- What is printed on a card is known if it is face-up, or off the field, or the chooser's own.
function S.legible(c,w,p,knows)
	if w.at(c)==0x20 then return w.position(c)&5~=0 end
	return w.at(c)&0xc==0 or w.position(c)&5~=0 or (knows and w.of(c)==p)
end

-- Whether no other card of a group has a higher value, or a lower one.
local measures={atk="atk",def="def",level="level"}
function S.first_among(x,p,c,w,sign,measure,f,places)
	local function value(d,as)
		if measure=="def" and d:GetOriginalType()&0x4000000~=0 then return nil end
		if measure=="level" and d:GetOriginalType()&0x4800000~=0 then return nil end
		return as[measures[measure]](d)
	end
	local own=value(c,w)
	if not own then return false end
	for _,d in ipairs(S.list(Duel.GetFieldGroup(0,places,places))) do
		local other=d~=c and f(x,p,d,S.now) and value(d,S.now)
		if other and other*sign>own*sign then return false end
	end
	return true
end

-- Whether this card is one of those of the event, and was elsewhere before it.
function S.came_with(x,places)
	return x.eg~=nil and x.eg:IsContains(x.c) and not S.at(x.c,S.left,places)
end

-- What an answered effect includes; of its own card from where it lies.
function S.includes(x)
	local spec=S.spec[x.re]
	if not spec then return 0 end
	for _,one in ipairs(spec.includes_here or {}) do if S.at(x.re:GetHandler(),S.now,one[1]) then return one[2] end end
	return spec.includes
end

function S.among(n,least,most) return (not least or n>=least) and (not most or n<=most) end

-- Lists of cards.
function S.list(g)
	local out={}
	if g then
		local c=g:GetFirst()
		while c do out[#out+1]=c c=g:GetNext() end
	end
	return out
end
function S.group(cards)
	local g=Group.CreateGroup()
	for _,c in ipairs(cards) do g:AddCard(c) end
	return g
end
function S.has(cards,c)
	for _,d in ipairs(cards) do if d==c then return true end end
	return false
end

-- Which one a card was where it lay before it left the field.
S.left_as={}
-- Whether a known card is still where the effect knew it. Outside a chain there is nothing to compare with.
function S.still(x,c)
	-- A card with which something is tried before it is chosen.
	if x.taken==c then return true end
	if x.late then return c:GetFlagEffect(x.late)>0 end
	if x.ids then
		local id=x.ids[c]
		-- What a cause is about is still the one that was there if it left with this event.
		return id==nil or id==c:GetRealFieldID() or (x.looking and S.left_as[c]==id and x.eg:IsContains(c))
	end
	if not x.link then return true end
	-- A card that left as the cost of the activation that is answered is not where it was activated.
	if x.event==1027 and x.re and x.re:GetHandler()==c and not x.re:IsHasType(0x10) and not c:IsLocation(Duel.GetChainInfo(x.ev,4)) then return false end
	return c:IsRelateToEffect(x.e)
end
-- From now on the effect knows these cards where they are.
function S.follow(x,cards)
	if x.late then S.tie(x.late,cards) end
	if not x.link then return end
	for _,c in ipairs(cards) do
		if not c:IsRelateToEffect(x.e) then c:CreateEffectRelation(x.e) end
	end
end

-- As it was on the field, but seen by now.
S.seen=setmetatable({position=function(c) return 1 end},{__index=S.left})
-- Whether the cards a word means are of a group, those that left the field as they were there; what lay there face-down has been seen.
function S.were(x,word,group)
	local cards=S.meant(x,word)
	for _,c in ipairs(cards) do
		local w=(c:IsLocation(0xc) or not c:IsPreviousLocation(0xc)) and S.now or S.left
		if w==S.left and not group.face and c:IsPreviousPosition(10) then w=S.seen end
		if not group.f(x,x.tp,c,w) then return false end
	end
	return #cards>0
end

-- The attacking monster; once an effect has ended the Battle Phase there is none any more.
function S.attacker()
	if Duel.IsPlayerAffectedByEffect(Duel.GetTurnPlayer(),183) then return nil end
	return Duel.GetAttacker()
end

-- The cards a word means, wherever they are.
function S.meant(x,word)
	if word=="this card" then return {x.c}
	elseif word=="those" then return x.those or {}
	elseif word=="attacker" then return {S.attacker()}
	elseif word=="attack target" then return {Duel.GetAttackTarget()}
	elseif word=="opposing monster" then return {x.c:GetBattleTarget()}
	elseif word=="equipped monster" then return {x.c:GetEquipTarget() or x.c:GetPreviousEquipTarget()}
	elseif word=="summoned monster" then
		local c=x.those and x.those[1] or x.c
		return {c:GetReasonCard()}
	end
	local names=x.names
	if names[word] then return names[word] end
	local given=S.named[x.c]
	if not given or not given[word] then
		-- What another effect of the card has named, as long as it has not moved.
		local known=(S.known[x.c] or {})[word] or {}
		return S.filter(known.cards or {},function(c) return c:GetRealFieldID()==known[c] end)
	end
	local kept={}
	-- The core holds what lies on the field; what lies elsewhere is the same as long as it has not moved.
	local known=(S.known[x.c] or {})[word] or {}
	for _,c in ipairs(given[word]) do
		local there=not c:IsLocation(0xc) and known[c]==c:GetRealFieldID()
		if x.c:IsHasCardTarget(c) or S.has(S.held[x.c] or {},c) or there then kept[#kept+1]=c end
	end
	return kept
end
local tied={["this card"]=true,["those"]=true}
function S.still_meant(x,word)
	local out={}
	local checked=tied[word] or x.names[word]~=nil
	for _,c in ipairs(S.meant(x,word)) do
		if not checked or not x.settled or S.still(x,c) then out[#out+1]=c end
	end
	return out
end
function S.name(x,name,cards)
	if not name then return end
	local known=x.names[name] or {}
	for _,c in ipairs(cards) do if not S.has(known,c) then known[#known+1]=c end end
	x.names[name]=known
	S.follow(x,cards)
end

-- Who acts, physically in this order.
function S.addressed(x,who)
	local t=Duel.GetTurnPlayer()
	if who==nil or who=="you" then return {x.tp}
	elseif who=="opponent" then return {1-x.tp}
	elseif who=="turn player" then return {t}
	elseif who=="each player" then return {t,1-t}
	end
	local about=x.those and #x.those>0 and x.those or {x.c}
	local out={}
	for _,p in ipairs({t,1-t}) do
		for _,c in ipairs(about) do
			local its=who=="its controller" and c:GetControler() or c:GetOwner()
			if its==p and not S.has(out,p) then out[#out+1]=p end
		end
	end
	return out
end
-- Players who act with their own cards.
S.with_own={["each player"]=true,["turn player"]=true,["its controller"]=true,["its owner"]=true}

-- Whether a card lies, or lay, under such a monster.
function S.is_under(x,c,w,f)
	local monster=S.hosts[c]
	if w==S.now then monster=c:IsLocation(0x80) and c:GetOverlayTarget() end
	return monster~=nil and monster~=false and f(monster)
end
S.hosts={}
-- Whether a card was paid for the activation of a card of a group, or of its effect.
function S.paid_for(x,c,f)
	local e=c:GetReasonEffect()
	return e~=nil and f(x,x.tp,e:GetHandler(),S.now)
end

-- The cards of a group. With `own`, that player's only, seen by him.
function S.members(x,g,own,knows)
	local p=own or x.tp
	local out={}
	local function try(c)
		if x.leaving==c and c:IsLocation(2) then return end
		if x.taken==c and not g.among then return end
		if own and not g.theirs and S.now.of(c)~=own then return end
		if not S.has(out,c) and g.f(x,p,c,S.now,knows) then out[#out+1]=c end
	end
	if g.used then
		-- What was used for a Summon is what it was then, unless it is said where it lies.
		local view=g.at==0x7f and S.left or S.now
		for _,c in ipairs(g.used(x,p)) do if g.f(x,p,c,view,knows) and not S.has(out,c) then out[#out+1]=c end end
	elseif g.among then
		for _,word in ipairs(g.among) do for _,c in ipairs(S.still_meant(x,word)) do try(c) end end
	else
		if g.at~=0 then for _,c in ipairs(S.list(Duel.GetFieldGroup(0,g.at,g.at))) do try(c) end end
		if g.under then
			for _,d in ipairs(S.list(Duel.GetFieldGroup(0,4,4))) do for _,c in ipairs(S.list(d:GetOverlayGroup())) do try(c) end end
		end
	end
	return out
end

-- 1 if the card is being activated from the hand and belongs to a group once it lies on the field.
function S.itself(x,g)
	local c=x.leaving
	if not c or not c:IsLocation(2) or g.among then return 0 end
	local there=setmetatable({at=function() return 8,c:GetOriginalType()&0x80000~=0 and 5 or 0 end,position=function() return 1 end},{__index=S.now})
	return g.f(x,x.tp,c,there) and 1 or 0
end

-- A number that depends on the board; `base` is what half and double are of.
function S.amount(x,a,base)
	if type(a)=="number" then return a end
	local k=a[1]
	if k=="half" then return (base+1)//2
	elseif k=="double" then return base*2
	elseif k=="same" then return x.amount or 0
	elseif k=="cause" then return x.ev or 0
	elseif k=="half of" then return (S.amount(x,a[2],base)+1)//2
	elseif k=="link" then return (x.link or Duel.GetCurrentChain()+1)*a[2]
	elseif k=="happened" then return S.how_many(x,a[2])*a[3]
	elseif k=="declared" then return (S.declares(x) or 0)*a[2]
	elseif k=="each" then return (#S.members(x,a[2])+S.itself(x,a[2]))*a[3]
	elseif k=="lp" then return Duel.GetLP(a[2]=="you" and x.tp or 1-x.tp)*a[3]
	elseif k=="difference" then return math.abs(S.amount(x,a[2],base)-S.amount(x,a[3],base))
	elseif k=="until" then return math.max(a[2]-base,0)
	elseif k=="plus" then return S.amount(x,a[2],base)+S.amount(x,a[3],base)
	elseif k=="total" then
		local all=0
		for _,c in ipairs(S.members(x,a[3])) do
			if a[2]=="atk" then all=all+c:GetAttack()
			elseif a[2]=="def" then all=all+c:GetDefense()
			elseif a[2]=="level" then all=all+c:GetLevel()
			elseif a[2]=="rank" then all=all+(c:GetOriginalType()&0x800000~=0 and c:GetRank() or 0)
			elseif a[2]=="link" then all=all+(c:GetOriginalType()&0x4000000~=0 and c:GetLink() or 0)
			elseif a[2]=="original atk" then all=all+(c:IsLocation(4) and c:GetBaseAttack() or c:GetTextAttack())
			elseif a[2]=="original def" then all=all+(c:IsLocation(4) and c:GetBaseDefense() or c:GetTextDefense())
			else all=all+c:GetOriginalLevel()
			end
		end
		return all*a[4]
	end
	local sum=0
	for _,c in ipairs(S.meant(x,a[2])) do
		local on=c:IsLocation(0xc)
		-- A Spell or Trap that was a monster has no values of one where it is none any more.
		if not on and S.as_monster[c] and (k=="atk" or k=="def") then sum=sum+0
		elseif k=="atk" then sum=sum+(on and c:GetAttack() or S.left.atk(c))*a[3]
		elseif k=="def" then sum=sum+(on and c:GetDefense() or S.left.def(c))*a[3]
		elseif k=="original atk" then sum=sum+(c:IsLocation(4) and c:GetBaseAttack() or c:GetTextAttack())*a[3]
		elseif k=="original def" then sum=sum+(c:IsLocation(4) and c:GetBaseDefense() or c:GetTextDefense())*a[3]
		elseif k=="original level" then sum=sum+c:GetOriginalLevel()*a[3]
		-- What was paid with has the Level it had on the field.
		elseif k=="level" then sum=sum+(not on and c:IsReason(0x80) and S.left.level(c) or c:GetLevel())*a[3]
		elseif k=="scale" then sum=sum+c:GetLeftScale()*a[3]
		elseif k=="link rating" then sum=sum+(c:GetOriginalType()&0x4000000~=0 and c:GetLink() or 0)*a[3]
		elseif k=="rank" then sum=sum+c:GetOriginalRank()*a[3]
		elseif k=="number" then sum=sum+a[3]
		elseif k=="counters" then sum=sum+(on and c:GetCounter(S.COUNTER) or (S.done[c] or 0))*a[3]
		end
	end
	return sum
end
S.COUNTER=0x1001
-- The counters on a card, or those it had on the field.
function S.counters(c) return c:IsLocation(0xc) and c:GetCounter(S.COUNTER) or S.done[c] or 0 end

function S.filter(cards,f)
	local out={}
	for _,c in ipairs(cards) do if f(c) then out[#out+1]=c end end
	return out
end
-- What these monsters destroyed by battle.
function S.beaten(cards)
	local out={}
	for _,c in ipairs(cards) do out[#out+1]=c:GetBattleTarget() end
	return out
end

-- A number for an effect of a card, small enough for flags and counters of the core.
function S.key(c,i) return ((c:GetOriginalCode()>>4)&0x3fffff)*64+i end

-- What was declared: by this effect, or when its card was activated.
-- Of two things declared together the first or the second.
function S.declares(x,k)
	local declared=x.declared or S.declared[x.c]
	if type(declared)=="table" then return declared[k] end
	return declared
end
function S.same_name(x,word,c)
	for _,d in ipairs(S.meant(x,word)) do
		local code=d~=nil and x.codes and x.codes[d] or d~=nil and not d:IsLocation(0xc) and d:IsPreviousLocation(0xc) and d:GetPreviousCodeOnField() or d~=nil and d:GetCode()
		if code and c:IsCode(code) then return true end
	end
	return false
end
-- The name that a known card has.
function S.name_of(x,word)
	local d=S.meant(x,word)[1]
	return d~=nil and d:GetCode() or x.c:GetOriginalCode()
end
function S.alike(x,word,f)
	for _,d in ipairs(S.meant(x,word)) do if d~=nil and f(d) then return true end end
	return false
end
-- Whether the effect that is answered would certainly inflict damage to such a player: of several things to pick from, each that can be done.
local function damages(link,v,is)
	if v.verb=="gain lp" then
		-- A gain that becomes damage.
		for _,p in ipairs(S.addressed(link,v.who)) do if is(p) and Duel.IsPlayerAffectedByEffect(p,81) then return true end end
	elseif v.verb=="damage" then
		for _,p in ipairs(S.addressed(link,v.who)) do if is(p) then return true end end
	elseif v.verb=="one of" or v.verb=="by chance" then
		local any=false
		for _,parts in ipairs(v.list) do
			if v.verb=="by chance" or S.possible(link,parts) then
				local does=false
				for _,part in ipairs(parts) do if damages(link,part,is) then does=true end end
				if not does then return false end
				any=true
			end
		end
		return any
	elseif v.verb=="only if" then return v.test(link) and damages(link,v.step,is)
	end
	return false
end
function S.damages(x,who)
	local link=S.links[x.ev]
	if not link or not link.bullet then return false end
	for _,part in ipairs(link.bullet.does) do
		if damages(link,part,function(p) return (p==x.tp)==(who=="you") end) then return true end
	end
	return false
end
-- How many such cards the effect that is answered would certainly destroy, as things are: not by an optional part, nor by
-- a choice that could fall on other cards; of several things to pick from or left to chance, the least.
-- Whether the answered effect targets so many cards of a group, and perhaps no others.
function S.targeting(x,least,alone,f)
	local fit,all=0,0
	for _,c in ipairs(S.list(Duel.GetChainInfo(x.ev,8))) do
		all=all+1
		if f(x,x.tp,c,S.now) then fit=fit+1 end
	end
	return fit>=least and (not alone or (all==fit and fit==least))
end
function S.destroys(x,f)
	local link=S.links[x.ev]
	if not link or not link.bullet then return 0 end
	local function of_parts(parts)
		local all,gone=0,false
		for _,part in ipairs(parts) do
			local v,certain=part,true
			gone=gone or (v.verb=="negate" and v.what=="that activation" and link.re~=nil and link.re:IsHasType(0x10))
			while v.step do
				if v.verb=="you can" or not v.test(link) then certain=false end
				v=v.step
			end
			if certain and (v.verb=="one of" or v.verb=="by chance") then
				local least
				for _,parts in ipairs(v.list) do
					if v.verb=="by chance" or S.possible(link,parts) then
						local of_it=of_parts(parts)
						if not least or of_it<least then least=of_it end
					end
				end
				all=all+(least or 0)
			elseif certain and v.verb=="destroy" and gone and v.sel.pick=="what" and v.sel.word=="those" then
				-- A card whose activation has been negated is not on the field any more.
			elseif certain and v.verb=="destroy" then
				local chosen=v.sel.pick=="choose" or v.sel.pick=="random"
				for _,p in ipairs(S.addressed(link,v.sel.who)) do
					local fit,others=0,0
					for _,c in ipairs(S.pool(link,v.sel,p)) do
						if f(x,x.tp,c,S.now) then fit=fit+1 else others=others+1 end
					end
					all=all+(chosen and math.max(0,math.min(fit,S.least(link,v.sel)-others)) or fit)
				end
			end
		end
		return all
	end
	return of_parts(link.bullet.does)
end
