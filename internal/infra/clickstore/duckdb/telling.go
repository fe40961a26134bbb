package duckdb

// telling is how visitors are told apart when the clicks of several parts are
// read once, and those that have to be told apart once more, from the table
// again.
type telling int

const (
	// byFlag trusts the flag: it tells the visitors who came but once, and the
	// others are few.
	byFlag telling = iota
	// byVisits is for an open day, where no click has the flag: it first counts
	// the clicks of each visitor. Telling all of them apart in every list costs
	// five times as much.
	byVisits
)

// tellingOf chooses for a scope of so many clicks: byVisits if half of them may
// be of an open day, and in one part alone the flag, which costs the least.
func tellingOf(parts int, inHot, clicks int64) telling {
	if parts >= several && 2*inHot >= clicks {
		return byVisits
	}
	return byFlag
}

// unflagged are the clicks whose visitor may have made others.
const unflagged = "taken AND NOT solo AND visitor IS NOT NULL"

// alone is the condition for a click that counts as one unique at first.
func (t telling) alone() string {
	if t == byFlag {
		return "solo"
	}
	return "solo OR visitor IS NOT NULL"
}

// again names the clicks that are told apart.
func (t telling) again() string {
	if t == byFlag {
		return ", again AS MATERIALIZED (FROM c WHERE " + unflagged + ")"
	}
	return ", more AS MATERIALIZED (SELECT visitor FROM c WHERE " + unflagged + " GROUP BY visitor HAVING count(*) > 1)" +
		", again AS MATERIALIZED (FROM c SEMI JOIN more USING (visitor) WHERE " + unflagged + ")"
}

// rest is what the uniques of again add to those that were counted at first.
func (t telling) rest() string {
	if t == byFlag {
		return "count(DISTINCT visitor)"
	}
	return "count(DISTINCT visitor) - count(*)"
}
