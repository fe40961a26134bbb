package click

import "linnet/internal/core/visitor"

// Classify says why a click is a bot's: what its user agent calls itself tells
// the most and comes first, before what else speaks for one.
func Classify(agent, besides visitor.BotReason) visitor.BotReason {
	if agent != "" {
		return agent
	}
	return besides
}

// Change is how many clicks went from one class to another. The empty reason is
// a human's.
type Change struct {
	From, To visitor.BotReason
	Clicks   int64
}

// Reclassified is what came of reclassifying history.
type Reclassified struct {
	Changes []Change // the most clicks first
	Clicks  int64    // that were looked at
	Unknown int64    // of them, those whose user agent is not kept: their class stays
}
