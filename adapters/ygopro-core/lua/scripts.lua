-- Makes scripts that were not written for this adapter tell it what it must know.

local function code(c) return c:GetOriginalCode() end
local function cards(x) return x and (x.GetFirst and S.list(x) or {x}) or {} end

-- Every card has a code of its own here; what scripts call its original code is that of its name.
local is_original=Card.IsOriginalCode
function Card.IsOriginalCode(c,...)
	for _,wanted in ipairs({...}) do
		if c:GetOriginalCodeRule()==wanted or (is_original and is_original(c,wanted)) then return true end
	end
	return false
end

-- A script library may ask for information about a chain that this core does not have.
local info=Duel.GetChainInfo
function Duel.GetChainInfo(link,...)
	local n,told=select("#",...),{}
	for i=1,n do
		local known,value=pcall(info,link,(select(i,...)))
		if known then told[i]=value end
	end
	return table.unpack(told,1,n)
end
local function activating()
	return Duel.GetChainInfo(0,1)
end

-- What pays and what is targeted is told apart by the function that asks. Each function is wrapped once.
local stages=setmetatable({},{__mode="k"})
local function staged(f,stage)
	if not f or stages[f] then return f end
	local function g(e,tp,eg,ep,ev,re,r,rp,chk,...)
		if chk==1 then S.mark(S.STAGE,tp,stage) end
		return f(e,tp,eg,ep,ev,re,r,rp,chk,...)
	end
	stages[g]=true
	return g
end

-- Every effect that activates gets the number of its registration as description, and sleeps until the duel begins, or
-- for good if the adapter has put it off: then the card file leaves it out.
S.off,S.met={},{}
local NONE=function() return true end
local conditions=setmetatable({},{__mode="k"})
local function in_time(f)
	return function(...) return S.open and (not f or f(...)) or false end
end
local function awake(f,name)
	-- A clone brings the condition of what it was made of.
	f=f and (conditions[f] or f) or NONE
	local function g(...)
		if not S.open or S.off[name] then return false end
		local met=f(...)
		if met then S.met[name>>20]=name&0xfffff end
		return met
	end
	conditions[g]=f
	return g
end
local register=Card.RegisterEffect
local counted,operations,distinct={},{},0
-- Which card an effect is copied from, 0 if it is the card's own.
local copying=0
local copy=Card.CopyEffect
function Card.CopyEffect(c,passcode,...)
	copying=passcode
	local done=copy(c,passcode,...)
	copying=0
	return done
end
local NOTES,EQUIPS=0x801,0x40000
local noting,equipping={},{}
function Card.RegisterEffect(c,e,...)
	local t=e:GetType()
	-- What is done in a phase without a chain waits for the duel as well.
	if t&0x800~=0 and e:GetCode()&0xf000==0x1000 then e:SetCondition(in_time(e:GetCondition())) end
	-- Nor does a monster have to attack before.
	if e:GetCode()==191 then e:SetCondition(in_time(e:GetCondition())) end
	if t&0x7f0~=0 and e:GetCategory()&EQUIPS~=0 and e:GetOperation() then equipping[c]=e end
	if t&NOTES==NOTES and e:GetOperation() then
		noting[c]=noting[c] or {}
		table.insert(noting[c],e)
	end
	if t&0x7f0~=0 and t&0x800==0 and e:GetOwner()==c then
		local n=counted[code(c)] or 0
		counted[code(c)]=n+1
		local name=(code(c)<<20)|n
		e:SetDescription(name)
		local op=e:GetOperation()
		if op and not operations[op] then
			distinct=distinct+1
			operations[op]=distinct
		end
		Debug.Message(table.concat({"effect",code(c),n,t,e:GetCode(),e:GetRange(),e:GetCategory(),op and operations[op] or 0,copying,S.open and 1 or 0}," "))
		e:SetCondition(awake(e:GetCondition(),name))
		if e:GetCost() then e:SetCost(staged(e:GetCost(),1)) end
		if e:GetTarget() then e:SetTarget(staged(e:GetTarget(),2)) end
	end
	return register(c,e,...)
end

-- Tokens get codes of their own.
local create=Duel.CreateToken
function Duel.CreateToken(p,passcode,...)
	S.next=S.next+16
	local e=activating()
	Debug.Message("token "..S.next.." "..passcode.." "..(e and code(e:GetHandler()) or 0))
	return create(p,S.next,...)
end

Duel.NegateAttack=S.negate_attack
local brk=Duel.BreakEffect
function Duel.BreakEffect(...)
	S.mark(S.BREAK,0,0)
	return brk(...)
end

-- Targets.
local function targeted(x)
	for _,c in ipairs(cards(x)) do S.mark(S.TARGET,0,code(c)) end
end
local target=Duel.SelectTarget
function Duel.SelectTarget(p,...)
	S.mark(S.PURPOSE,p,2)
	local g=target(p,...)
	targeted(g)
	return g
end
local CARD_TARGET=0x10
local settarget=Duel.SetTargetCard
function Duel.SetTargetCard(x,...)
	local e=activating()
	if e and e:IsHasProperty(CARD_TARGET) then targeted(x) end
	return settarget(x,...)
end

-- What is tributed as a cost is one, though the script asks for it together with its targets.
local tribute=Duel.SelectReleaseGroupCost
if tribute then
	function Duel.SelectReleaseGroupCost(p,...)
		S.mark(S.PURPOSE,p,1)
		return tribute(p,...)
	end
end

-- What chance would decide is asked of the player whose cards they are.
function Group.RandomSelect(g,p,n)
	local chooser=g:GetFirst() and g:GetFirst():GetControler() or p
	S.mark(S.PURPOSE,chooser,5)
	return g:Select(chooser,n,n,nil)
end

-- What comes up when coins are tossed or dice are rolled is asked for as well; the adapter says which throw that is. Of a call the side called is heads.
local function thrown(throw)
	return function(p,...)
		throw(p,...)
		S.mark(S.PURPOSE,p,5)
		Duel.SelectOption(p,0,1)
		return table.unpack(S.thrown)
	end
end
Duel.TossDice,Duel.TossCoin=thrown(Duel.TossDice),thrown(Duel.TossCoin)
Duel.GetDiceResult=function() return table.unpack(S.thrown) end
Duel.GetCoinResult=Duel.GetDiceResult
Duel.AnnounceCoin=function() return 1 end
-- So is who wins at rock-paper-scissors: 1 is the player of the effect.
local play=thrown(function() end)
Duel.RockPaperScissors=function()
	local p=Duel.GetChainInfo(0,2)
	return play(p)==1 and p or 1-p
end

-- Negated Summons.
local negate=Duel.NegateSummon
function Duel.NegateSummon(x,...)
	for _,c in ipairs(cards(x)) do S.mark(S.UNSUMMON,0,code(c)) end
	return negate(x,...)
end

-- Which of several effects can be picked: the core is only told how many.
local pick=Duel.SelectEffect
if pick then
	function Duel.SelectEffect(p,...)
		local able={}
		for i,option in ipairs({...}) do if option[1] then able[#able+1]=i end end
		Debug.Message("bullets "..table.concat(able," "))
		return pick(p,...)
	end
end

-- A question whether an effect is used, outside of the choice of triggers.
local whether=Duel.SelectEffectYesNo
function Duel.SelectEffectYesNo(p,c,...)
	S.mark(S.WHETHER,p,code(c))
	return whether(p,c,...)
end

-- Counters are of the kind that the card may hold. Where it may hold none they are of the kind of which another card speaks, if any may hold those, and its
-- own effects do not speak of counters; else the card file counts turns with them.
local kinds,turns={},{}
local permit=Card.EnableCounterPermit
function Card.EnableCounterPermit(c,kind,...)
	kinds[code(c)]=kind
	return permit(c,kind,...)
end
local ON_ANY=0x1000
local function spoken_of()
	for _,c in ipairs(S.list(Duel.GetFieldGroup(0,0x7f,0x7f))) do
		for _,kind in ipairs(c.counter_place_list or c.counter_list or {}) do if kind&ON_ANY~=0 then return kind end end
	end
end
function S.give(c,n,own)
	local kind=kinds[code(c)] or (not own and spoken_of())
	if kind then c:AddCounter(kind,n) else turns[c]=n end
end
function S.held_by(c)
	local sum=turns[c] and c:IsOnField() and c:GetTurnCounter() or 0
	for _,n in pairs(c:GetAllCounters()) do sum=sum+n end
	return sum
end

-- What went this turn, before the duel began, to where it lies: effects of its own that only take note of it do so.
local WENT={[0x10]=1014,[0x20]=1011}
function S.went(c)
	local p,eg=c:GetControler(),S.group({c})
	for _,e in ipairs(noting[c] or {}) do
		local if_so,op=e:GetCondition(),e:GetOperation()
		if e:GetCode()==WENT[c:GetLocation()] and (not if_so or if_so(e,p,eg,p,0,nil,0,p)) then op(e,p,eg,p,0,nil,0,p) end
	end
end

-- A monster that lies as an Equip Card was equipped by an effect of the monster to which it is equipped (the library tells how), or by its own: what that
-- effect notes then is noted.
local EQUIP_OPERATION=89785779
local lie={}
local preequip=S.preequip
function S.preequip(c,to)
	if c:GetOriginalType()&1~=0 then lie[#lie+1]={c,to} end
	return preequip(c,to)
end
local function as_if(to,f,...)
	local real={Duel.Equip,Duel.GetFirstTarget,Card.IsRelateToEffect}
	Duel.Equip,Duel.GetFirstTarget,Card.IsRelateToEffect=NONE,function() return to end,NONE
	pcall(f,...)
	Duel.Equip,Duel.GetFirstTarget,Card.IsRelateToEffect=table.unpack(real)
end
local function note_equipped(c,to)
	local p=c:GetControler()
	local how=to:GetCardEffect(EQUIP_OPERATION)
	if how then return as_if(c,how:GetOperation(),to,how:GetLabelObject(),p,c) end
	local e=equipping[c]
	if e then as_if(to,e:GetOperation(),e,p,Group.CreateGroup(),p,0,nil,0,p) end
end

-- When the phase begins in which the duel begins.
function S.wake()
	for _,pair in ipairs(lie) do note_equipped(table.unpack(pair)) end
	for c,n in pairs(turns) do c:SetTurnCounter(n) end
end

-- What a script places face-up in a Spell & Trap Zone, or in the Extra Deck, is told apart from what is activated or sent there.
local to_field,to_extra,field_spell=Duel.MoveToField,Duel.SendtoExtraP,Duel.ActivateFieldSpell
local activating=false
local function saying(verb,f,...)
	S.mark(S.VERB,0,S.VERBS[verb])
	local done=f(...)
	S.mark(S.VERB,0,0)
	return done
end
function Duel.MoveToField(c,p,q,dest,...)
	if dest==4 then return to_field(c,p,q,dest,...) end
	return saying(activating and "activate" or "place",to_field,c,p,q,dest,...)
end
function Duel.ActivateFieldSpell(...)
	activating=true
	local done=field_spell(...)
	activating=false
	return done
end
function Duel.SendtoExtraP(...) return saying("place",to_extra,...) end

-- A token goes nowhere: that it was returned must be said.
local to_hand=Duel.SendtoHand
function Duel.SendtoHand(x,...)
	for _,c in ipairs(cards(x)) do
		if c:IsType(0x4000) then return saying("return to hand",to_hand,x,...) end
	end
	return to_hand(x,...)
end
