package report

// uniqueStrategy is how uniques are counted when the clicks of several parts are
// read once: each clicksql.Part counts provisional uniques, and corrects them by reading
// repeat_clicks, the clicks of visitors with several.
type uniqueStrategy int

const (
	// bySoloFlag relies on the column solo: clicks with the flag are uniques,
	// and the few others are repeat_clicks.
	bySoloFlag uniqueStrategy = iota
	// byVisitorCount is for live days, where no click has the flag. It first
	// counts the clicks of each visitor. Counting distinct visitors in every
	// list instead costs five times as much.
	byVisitorCount
)

// strategyFor returns the strategy for a scope of that many clicks, of which
// inHot are in HotTable. For few parts the flag alone is cheapest.
func strategyFor(parts int, inHot, clicks int64) uniqueStrategy {
	if parts >= minSlicedParts && 2*inHot >= clicks {
		return byVisitorCount
	}
	return bySoloFlag
}

// unflagged is the condition of clicks whose visitor may have others.
const unflagged = "matches AND NOT solo AND visitor IS NOT NULL"

// provisional returns the condition of a click that counts as one unique until
// it is corrected.
func (s uniqueStrategy) provisional() string {
	if s == bySoloFlag {
		return "solo"
	}
	return "solo OR visitor IS NOT NULL"
}

// repeatClicksCTE defines the CTE repeat_clicks.
func (s uniqueStrategy) repeatClicksCTE() string {
	if s == bySoloFlag {
		return ", repeat_clicks AS MATERIALIZED (FROM c WHERE " + unflagged + ")"
	}
	return ", repeat_visitors AS MATERIALIZED (SELECT visitor FROM c WHERE " + unflagged + " GROUP BY visitor HAVING count(*) > 1)" +
		", repeat_clicks AS MATERIALIZED (FROM c SEMI JOIN repeat_visitors USING (visitor) WHERE " + unflagged + ")"
}

// correction returns what repeat_clicks add to the provisional uniques.
func (s uniqueStrategy) correction() string {
	if s == bySoloFlag {
		return "count(DISTINCT visitor)"
	}
	return "count(DISTINCT visitor) - count(*)"
}
