-- Choosing cards: how many, by whom, and from what.

local function bounds(x,s,there)
	local n=S.amount(x,s.n or 1,0)
	if s.count=="exactly" then return math.min(there,n),math.min(there,n)
	elseif s.count=="up to" then return math.min(there,1),math.min(there,n)
	elseif s.count=="at least" then return math.min(there,n),there
	end
	return there,there
end
local function asked(x,s,there)
	if s.count=="up to" then return 1
	elseif s.count=="as many as possible" then return math.max(there,1)
	end
	return S.amount(x,s.n or 1,0)
end
-- The fewest cards a choice takes.
function S.least(x,s)
	if s.count=="up to" then return 1 elseif s.count=="as many as possible" then return 99 end
	return S.amount(x,s.n or 1,0)
end
function S.needed(x,s)
	if type(s.n)=="table" and S.amount(x,s.n,0)<=0 then return 99 end
	if (s.pick=="choose" and (s.count=="exactly" or s.count=="at least")) or s.pick=="random" or s.pick=="top" then
		return S.amount(x,s.n,0)
	end
	return 1
end

-- A monster destroyed by battle is not among the cards that an effect targets, chooses or takes together.
function S.in_reach(x,cards)
	if x.purpose=="cost" then return cards end
	return S.filter(cards,function(c) return not (c:IsLocation(4) and c:IsStatus(0x4000)) end)
end

-- Whether cards differ, are alike and add up in what they must.
function S.go_together(x,it,set)
	local function compare(features,alike)
		for _,f in ipairs(features) do
			for i=1,#set do
				if f(set[i])==nil then return false end
				for j=1,i-1 do if (f(set[i])==f(set[j]))~=alike then return false end end
			end
		end
		return true
	end
	if not compare(it.different,false) or not compare(it.same,true) then return false end
	if it.frees and #S.filter(set,function(c) return S.makes_room(x,c) end)==0 then return false end
	for _,t in ipairs(it.totals) do
		local sum=0
		for _,c in ipairs(set) do
			local n=t.of(c)
			if n==nil then return false end
			sum=sum+n
		end
		if not t.fits(x,sum) then return false end
	end
	return true
end
-- Every set of so many of the cards that go together.
function S.sets_together(x,it,pool,min,max)
	local sets,taken={},{}
	local function on(from)
		if #taken>=min and #taken>0 and S.go_together(x,it,taken) then sets[#sets+1]={table.unpack(taken)} end
		if #taken>=max then return end
		for k=from,#pool do
			taken[#taken+1]=pool[k]
			on(k+1)
			taken[#taken]=nil
		end
	end
	on(1)
	return sets
end
-- The sets that a choice may be: of "as many as possible" the largest.
function S.choices(x,s,pool,room)
	local n=S.amount(x,s.n or 1,0)
	local min,max=n,n
	if s.count=="up to" then min=1 elseif s.count=="at least" then max=#pool elseif s.count=="as many as possible" then min,max=1,#pool end
	local sets=S.sets_together(x,s.together,pool,min,math.min(max,room or 99))
	if s.count~="as many as possible" then return sets end
	local most,out=0,{}
	for _,set in ipairs(sets) do most=math.max(most,#set) end
	for _,set in ipairs(sets) do if #set==most then out[#out+1]=set end end
	return out
end
-- Whether enough of the cards may be chosen: as many as are asked for, and such as go together.
function S.are_enough(x,s,cards)
	return #cards>=S.needed(x,s) and (not s.together or #S.choices(x,s,cards)>0)
end

function S.pool(x,s,p)
	local own=S.with_own[s.who] and p or nil
	if s.pick=="what" then
		local out={}
		for _,c in ipairs(S.still_meant(x,s.word)) do
			local whose=s.who=="its owner" and c:GetOwner() or c:GetControler()
			if not own or whose==own then out[#out+1]=c end
		end
		return out
	elseif s.pick=="top" then
		return S.list(Duel.GetDecktopGroup(p,S.amount(x,s.n,0)*(x.times or 1)))
	end
	local out=S.in_reach(x,S.members(x,s.of,own,s.pick=="choose"))
	if not (x.joined and s.as and s.pick=="choose") then return out end
	local left={}
	for _,c in ipairs(out) do if S.allows(x,s.as,c) then left[#left+1]=c end end
	return left
end

-- Asks a player for cards. The core asks even if there is no choice; the adapter answers then.
function S.ask(x,p,cards,min,max,purpose)
	if max==0 then return {} end
	S.purpose(x,p,purpose)
	return S.list(S.group(cards):Select(p,min,max,nil))
end

-- Asks for one of several sets of cards.
function S.ask_for_set(x,p,sets,purpose)
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
	return S.ask(x,p,union,1,#union,purpose)
end

-- The cards of a selection for one player, and how many it asked for. Only those for which `may` holds.
function S.select(x,s,p,may)
	local pool={}
	for _,c in ipairs(S.pool(x,s,p)) do
		-- What lies out of the reach of effects.
		local far=x.purpose~="cost" and c:IsHasEffect(291)
		if not far and not (S.barred and S.has(S.barred,c)) and (not may or may(c,p)) then pool[#pool+1]=c end
	end
	if s.whole and (#pool<#S.meant(x,s.word) or (x.lost and x.lost[s.word])) then return {},1 end
	if s.pick=="what" or s.pick=="all" then return pool,math.max(#pool,1) end
	if s.pick=="top" then return pool,S.amount(x,s.n,0)*(x.times or 1) end
	local purpose=x.purpose or "effect"
	local s2=s
	if s.pick=="random" then
		purpose="chance"
		s2={count="exactly",n=s.n}
	end
	local chooser=s.by_opponent and 1-p or p
	if s.together then
		local sets=S.choices(x,s,pool,s.room)
		if #sets==0 then return {},asked(x,s,#pool) end
		return S.ask_for_set(x,chooser,sets,purpose),asked(x,s,#pool)
	end
	local there=math.min(#pool,s.room or 99)
	-- A number of cards is all or none.
	if purpose=="effect" and s.pick=="choose" and (s.count=="exactly" or s.count=="at least") and there<S.amount(x,s.n,0) then return {},asked(x,s,#pool) end
	local min,max=bounds(x,s2,there)
	return S.ask(x,chooser,pool,min,max,purpose),asked(x,s2,there)
end

-- Before an effect is activated nobody but the opponent knows what these cards are, of which it would take some.
local function unseen(x,s)
	local g,out=s.of,{}
	if x.link or x.purpose=="cost" or not g or not g.theirs or g.among or g.at==0x7f or g.at&0x43==0 then return out end
	for _,c in ipairs(S.list(Duel.GetFieldGroup(1-x.tp,g.at&0x43,0))) do
		if not c:IsPublic() and not (c:IsLocation(0x40) and c:IsFaceup()) then out[#out+1]=c end
	end
	return out
end
-- Enough cards for every player addressed.
function S.enough(x,s,may)
	if s.even_none then return true end
	local all,any=true,false
	for _,p in ipairs(S.addressed(x,s.who)) do
		local able={}
		for _,c in ipairs(S.pool(x,s,p)) do
			if not may or may(c,p) then able[#able+1]=c end
			any=true
		end
		for _,c in ipairs(unseen(x,s)) do if not S.has(able,c) and (not may or may(c,p)) then able[#able+1]=c end end
		if not S.are_enough(x,s,able) then all=false end
	end
	return all or (s.pick=="all" and s.who=="each player" and any)
end
