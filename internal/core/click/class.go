package click

import "linnet/internal/core/visitor"

// Classify returns the bot reason of a click: that of its user agent, else other
// (Click.NonAgentBotReason).
func Classify(agent, other visitor.BotReason) visitor.BotReason {
	if agent != "" {
		return agent
	}
	return other
}

// Change is a number of clicks whose class changed. The empty reason is a human.
type Change struct {
	From, To visitor.BotReason
	Clicks   int64
}

// Reclassified is the result of a reclassification.
type Reclassified struct {
	Changes []Change // sorted by clicks, descending
	Clicks  int64    // examined
	Unknown int64    // of them, those without a stored user agent; their class is unchanged
}
