-- Doing a verb, and parts joined by conjunctions.

function S.can(x,v) return S.verbs[v.verb].can(x,v) end
-- What is not done opens no new moment: the break comes with the first doing after it.
local wrappers={["you can"]=true,["only if"]=true}
local function takes_some(x,v)
	if not v.sel or v.sel.pick~="top" then return false end
	for _,p in ipairs(S.addressed(x,v.sel.who)) do if #S.pool(x,v.sel,p)>0 then return true end end
	return false
end
function S.run(x,v)
	if x.broken and not wrappers[v.verb] then
		x.broken,x.owes_break=nil,true
		if S.can(x,v) or takes_some(x,v) then
			x.owes_break=nil
			S.brk()
		end
	end
	return S.verbs[v.verb].run(x,v)
end

-- A token gets a code of its own; the adapter is told it, with that of its name, before the core asks for its data.
function S.token(p,name)
	S.next=S.next+16
	Debug.Message("token "..S.next.." "..name)
	return Duel.CreateToken(p,S.next)
end

-- "Then": what comes now happens later. Seen by the adapter, and by what misses its timing.
function S.brk()
	S.mark(S.BREAK,0,0)
	S.come={[0]=0,[1]=0}
	Duel.BreakEffect()
end

-- Parts joined by conjunctions; says whether anything was done.
local needs={["and"]=true,["and if you do"]=true,["then"]=true}
local later={["then"]=true,["also after that"]=true}
function S.carry_out(x,parts)
	local before,any,strayed=2,false,false
	local i=1
	while i<=#parts do
		local part=parts[i]
		local joint=part.joint
		-- The same done to two cards is one doing: that one of them went elsewhere does not stop the other.
		local one=joint=="and" and strayed and parts[i-1].verb==part.verb
		local following=parts[i+1]
		local both=following and following.joint=="and"
		if needs[joint] and before==0 and not one then
			-- What needs a part that failed fails too.
			strayed=false
		elseif both and not S.both_possible(x,parts,i) then
			before=0
		else
			x.broken=later[joint] or x.broken or x.owes_break
			if both and part.verb=="take control" and following.verb=="take control" then
				before=S.verbs["take control"].swap(x,part,following)
				i=i+1
			else
				x.joined=S.joined(parts,i)
				before=S.run(x,part)
				x.joined=nil
			end
			strayed=S.strayed
			if before~=0 or strayed or S.spared then any=true end
			S.strayed,S.spared=nil,nil
		end
		i=i+1
	end
	return any
end
-- The parts joined to one by "and".
function S.joined(parts,i)
	local joined={}
	local k=i+1
	while parts[k] and parts[k].joint=="and" do
		joined[#joined+1]=parts[k]
		k=k+1
	end
	return #joined>0 and joined or nil
end
-- Whether a part works on what an earlier one has yet to bring about.
local function unknown(x,part)
	if part.depends and #part.waits==0 then return true end
	for _,name in ipairs(part.waits) do if not x.names[name] then return true end end
	return false
end
-- Whether what is joined to a choice can still be done if it falls on a card.
function S.allows(x,as,c)
	local joined,known=x.joined,x.names[as]
	x.joined=nil
	local all=true
	for _,part in ipairs(joined) do
		if unknown(x,part) then
			x.names[as],x.taken={c},c
			-- What is negated already is not chosen to be negated.
			-- Values are changed on the field, where what is Summoned does not lie yet.
			local comes=(part.verb=="change value" or part.verb=="switch atk and def") and not c:IsLocation(0xc)
			if not unknown(x,part) and not comes and (not S.can(x,part) or (part.negates and c:IsDisabled())) then all=false end
			x.names[as],x.taken=known,nil
		end
	end
	x.joined=joined
	return all
end
-- Whether what takes cards that depend on a chosen one can still be done if it is this one: asked of the first part, and of those that take them from a
-- Deck to which none before returns any.
local follows={["summon afterwards"]=true,["normal summon"]=true}
function S.goes_on(x,s,c)
	if s.count~="exactly" or s.n~=1 or not x.trying or x.names[s.as] then return true end
	local purpose,settled,all,refilled=x.purpose,x.settled,true,false
	-- It is looked at where it lies, as before anything was chosen.
	x.purpose,x.settled,x.names[s.as],x.taken=nil,nil,{c},c
	for i,part in ipairs(x.trying.does) do
		local takes=part.sel and not follows[part.verb] and (part.sel.pick=="choose" or part.sel.pick=="top")
		-- Of what may become something else on the way the name, Type and Attribute are asked for, but no numbers.
		local stays=purpose~="cost" and not c:IsLocation(0xc)
		local of=takes and part.sel.of
		local from_deck=takes and not refilled and (stays and part.sel.pick=="top" or of and of.at~=0 and of.at&~0x41==0 and not of.among and part.verb~="fusion" and (stays or of.plainly))
		-- What is done to all cards that compare with it, as it is off the field.
		local compares=part.sel and part.sel.pick=="all" and i>1 and not c:IsLocation(0xc)
		local asked=((takes and (i==1 or from_deck)) or compares) and S.has(part.waits,s.as) and not unknown(x,part)
		if asked and not S.can(x,part) then all=false end
		refilled=refilled or part.verb=="return to deck"
	end
	x.purpose,x.settled,x.names[s.as],x.taken=purpose,settled,nil,nil
	return all
end
local function can_with_what_is_joined(x,parts,i)
	x.joined=S.joined(parts,i)
	local can=S.can(x,parts[i])
	x.joined=nil
	return can
end
function S.both_possible(x,parts,i)
	x.resolving_parts=true
	for _,part in ipairs(S.joined(parts,i) or {}) do
		if not unknown(x,part) and not S.can(x,part) then return false end
	end
	return can_with_what_is_joined(x,parts,i)
end
-- Whether the player may leave a part out, as far as it comes to that.
local function optional(v) return v.verb=="you can" or (v.verb=="only if" and optional(v.step)) end
-- Whether what a part brings to its player's side of the field finds a zone there.
local brings={["special summon"]=true,["take control"]=true}
local function finds_room(x,v)
	if v.verb=="place" and v.into=="pendulum zone" then return v.frees or S.has_scale_zone(x.tp) end
	if not (brings[v.verb] or v.brings) or v.to_opponent or v.swaps or (v.sel.who or "you")~="you" then return true end
	-- A number of cards is Summoned all or none.
	local needed=v.verb=="special summon" and v.sel.pick=="choose" and v.sel.count=="exactly" and type(v.sel.n)=="number" and (v.sel.of.among or v.sel.of.at&0x40==0) and v.sel.n or 1
	return S.room_then(x,v,x.tp)>=needed
end
-- Whether an amount of damage, life points or cards is 0, as far as it is known before anything is done.
local amounts={damage=true,["gain lp"]=true,draw=true}
local function amounts_to_nothing(x,v)
	if not amounts[v.verb] or not v.known then return false end
	for _,word in ipairs(v.known) do
		local known=word=="those" and x.those or x.names[word]
		if not known or #known==0 then return false end
	end
	for _,p in ipairs(S.addressed(x,v.who)) do
		if S.amount(x,v.amount,v.verb=="draw" and S.hand(x,p) or Duel.GetLP(p))>0 then return false end
	end
	return true
end
-- Whether the parts before a draw take so many cards from the Deck that too few are left for it.
local function leaves_too_few_to_draw(x,parts,i)
	local v=parts[i]
	if optional(v) then return false end
	while v.step do v=v.step end
	if v.verb~="draw" or v.who~="you" or type(v.amount)~="number" then return false end
	local taken=0
	for k=1,i-1 do
		local sel=not parts[k].step and parts[k].sel
		if parts[k].verb=="return to deck" then return false end
		if sel and (sel.who or "you")=="you" and type(sel.n)=="number" then
			if sel.pick=="top" or (sel.pick=="choose" and sel.count=="exactly" and sel.of.at==1) then taken=taken+sel.n end
		end
	end
	return taken>0 and Duel.GetFieldGroupCount(x.tp,1,0)<taken+v.amount
end
-- Whether a part would Special Summon one monster more at the same time as a part before it, where only one may come.
local at_once={["and"]=true,["and if you do"]=true,also=true}
local function comes_with_another(x,parts,i)
	local function summons(v) return v.verb=="special summon" and S.has(S.addressed(x,v.sel.who),x.tp) end
	if S.most_at_once(x.tp)>1 or not summons(parts[i]) then return false end
	local k=i
	while k>1 and at_once[parts[k].joint] do
		k=k-1
		if summons(parts[k]) then return true end
	end
	return false
end
-- Whether every part that is not optional can be done, as far as the board shows it.
function S.possible(x,parts,resolving)
	for i,part in ipairs(parts) do
		-- When the effect resolves it is known what its first part is done with.
		if resolving and i==1 and part.depends and not optional(part) and not unknown(x,part) and not S.can(x,part) then return false end
		if i==1 and amounts_to_nothing(x,part) then return false end
		if comes_with_another(x,parts,i) then return false end
		if not finds_room(x,part) then return false end
		-- Of several things one must find its zone, whatever it is done with.
		if part.verb=="one of" and part.depends and not resolving then
			local any=false
			for _,list in ipairs(part.list) do
				local all=true
				for _,one in ipairs(list) do if not optional(one) and not finds_room(x,one) then all=false end end
				any=any or all
			end
			if not any then return false end
		end
		-- Of parts for different cases those are asked for whose case it is.
		local other_case=#parts>1 and part.verb=="only if" and not part.test(x)
		if not part.depends and not other_case and not optional(part) and not can_with_what_is_joined(x,parts,i) then return false end
		if not other_case and leaves_too_few_to_draw(x,parts,i) then return false end
		-- What may come to a Special Summon needs that its player can Special Summon at all.
		local inner=part
		while inner.step do inner=inner.step end
		if part.depends and not optional(part) and inner.verb=="special summon" then
			for _,p in ipairs(S.addressed(x,inner.sel.who)) do if not Duel.IsPlayerCanSpecialSummon(p) then return false end end
		end
		-- What is taken from the top of the Deck must be possible to add to the hand.
		if part.depends and not optional(part) and inner.verb=="add to hand" and inner.sel.pick=="what" then
			for k=1,i-1 do
				local sel=parts[k].sel
				local top=sel and sel.pick=="top" and sel.as==inner.sel.word and S.pool(x,sel,x.tp) or {}
				if #top>0 and #S.filter(top,function(c) return c:IsAbleToHand() end)==0 then return false end
			end
		end
		-- What is Summoned afterwards must be there, whatever it is Summoned with.
		if i==1 and inner.verb=="summon afterwards" and part.depends and not optional(part) and #S.pool(x,inner.sel,x.tp)==0 then return false end
		if part.verb=="negate" and part.what~="that attack" then
			-- Of what follows it is asked whether so many cards can be drawn.
			for k=i+1,#parts do
				local v=parts[k]
				-- A Link Monster never has another position.
				if needs[parts[k].joint] and v.verb=="change position" and v.sel.pick=="what" then
					local cards=S.meant(x,v.sel.word)
					if #cards>0 and #S.filter(cards,function(c) return not c:IsType(0x4000000) end)==0 then return false end
				end
				local n=type(v.amount)=="number" and v.amount or 1
				for _,p in ipairs(v.verb=="draw" and S.addressed(x,v.who) or {}) do if not Duel.IsPlayerCanDraw(p,n) then return false end end
			end
			return true
		end
	end
	return true
end
