package click

import (
	"context"
	"time"

	"linnet/internal/core/visitor"
)

// Click is a hit with everything that can be told of it (spec: product §6,
// "Dimensions"). Empty texts and zero numbers are unknown, or not there. No
// part of it is a visitor's address.
type Click struct {
	ID          uint64
	At          time.Time // UTC, whole milliseconds
	WorkspaceID uint64
	DomainID    uint64
	LinkID      uint64 // 0: an orphan, no such alias on the domain
	RuleID      uint64 // the rule that matched
	Outcome     Outcome
	Trigger     Trigger
	Alias       string // as typed
	URL         string // where the visitor was sent
	Variant     string // the branch of a split, as the link has it; empty: no split decided
	QRCodeID    uint64 // the saved code that was scanned; 0: none, or one without a mark of its own

	Place    visitor.Place
	Language string // BCP 47, such as "de-AT"
	OS       string
	Browser  string
	InApp    string // the app whose browser it was
	Device   visitor.Device

	Referrer    string // host
	ReferrerURL string
	UTM         UTM

	Bot visitor.BotReason // empty: a human
	// Besides is why it would be a bot's if its user agent said nothing of it.
	// Reclassification falls back on it.
	Besides visitor.BotReason
	// Agent is the user agent as it called itself, cut to MaxAgent bytes.
	Agent string

	// Visitor is the visitor's number: equal numbers in one workspace are one
	// visitor on one day of UTC. Numbers of different days have nothing to do
	// with each other, so that distinct numbers of several days are the sum of
	// the days. 0: unknown, and never counted as a unique.
	Visitor uint64
}

// MaxAgent bounds Click.Agent, in bytes: as much as is read of a header to tell
// what it is.
const MaxAgent = 1024

// UTM holds the five campaign parameters.
type UTM struct {
	Source, Medium, Campaign, Term, Content string
}

// Batch is what the sink stores at once.
type Batch struct {
	Clicks []Click
	// Through is the journal's position after the batch's last record. A
	// batch may hold no clicks and yet move the position on.
	Through uint64
}

// Sink is the click store as the pipeline sees it.
type Sink interface {
	// Position returns the Through of the last batch that was stored, 0 when
	// there was none.
	Position(ctx context.Context) (uint64, error)
	// Append stores the clicks and the position in one transaction. A batch
	// whose Through is not above Position is stored already: it does nothing.
	Append(ctx context.Context, batch Batch) error
}
