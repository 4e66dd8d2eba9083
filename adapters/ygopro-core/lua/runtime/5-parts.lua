-- Doing a verb, and parts joined by conjunctions.

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

-- A token gets a code of its own; the adapter is told it, with that of its name, before the core asks for its data.
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
			if before~=0 or S.strayed then any=true end
			S.strayed=nil
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
-- Whether the player may leave a part out, as far as it comes to that.
local function optional(v) return v.verb=="you can" or (v.verb=="only if" and optional(v.step)) end
-- Whether a monster that a part brings to its player's side of the field finds a zone there.
local brings={["special summon"]=true,["take control"]=true}
local function finds_room(x,v)
	if not brings[v.verb] or v.to_opponent or v.frees or (v.sel.who or "you")~="you" then return true end
	return S.free_zones(x,v,x.tp)>0
end
-- Whether every part that is not optional can be done, as far as the board shows it.
function S.possible(x,parts)
	for _,part in ipairs(parts) do
		if not finds_room(x,part) then return false end
		if not part.depends and not optional(part) and not S.can(x,part) then return false end
		-- What may come to a Special Summon needs that its player can Special Summon at all.
		local inner=part
		while inner.step do inner=inner.step end
		if part.depends and not optional(part) and inner.verb=="special summon" then
			for _,p in ipairs(S.addressed(x,inner.sel.who)) do if not Duel.IsPlayerCanSpecialSummon(p) then return false end end
		end
		if part.verb=="negate" then return true end
	end
	return true
end
