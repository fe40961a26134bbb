package click

import (
	"context"
	"time"

	"linnet/internal/core/visitor"
)

// Click is an enriched hit. Empty texts and zero numbers are unknown or absent.
// It does not contain the visitor's address.
type Click struct {
	ID          uint64
	At          time.Time // UTC, whole milliseconds
	WorkspaceID uint64
	DomainID    uint64
	LinkID      uint64 // 0: an orphan, no such alias on the domain, or a visit to a page
	RuleID      uint64 // the rule that matched
	Outcome     visitor.Outcome
	Trigger     Trigger
	Alias       string // as typed
	URL         string // destination of the redirect
	Variant     string // URL of the split's branch, as configured; empty: no split
	QRCodeID    uint64 // the saved QR code that was scanned; 0: none or unknown
	// PageID is the bio page that was visited, or, of a click on a link, the page
	// that it was followed from; 0: none or unknown. Visitors can change the latter,
	// so it may be a page of another workspace or none at all.
	PageID  uint64
	BlockID uint64 // the block of the page that was clicked; 0: none or unknown, or a view of the page

	Place    visitor.Place
	Language string // BCP 47, such as "de-AT"
	OS       string
	Browser  string
	InApp    string // app that embeds the browser
	Device   visitor.Device

	Referrer    string // host
	ReferrerURL string
	UTM         UTM

	Bot visitor.BotReason // empty: a human
	// NonAgentBotReason is the bot reason of the address, or else
	// Hit.RequestReason. Reclassification of user agents falls back to it.
	NonAgentBotReason visitor.BotReason
	// Agent is the User-Agent header, truncated to MaxAgent bytes.
	Agent string

	// Visitor identifies a visitor within a workspace and a UTC day. Numbers of
	// different days are unrelated, so the uniques of several days are the sum of
	// the days. 0: unknown, not counted as a unique.
	Visitor uint64
}

// Counts reports whether the click counters of links and the plans of workspaces count the
// click: a person's on a link, with an outcome that figures count.
func (c *Click) Counts() bool { return c.LinkID != 0 && c.Bot == "" && c.Outcome.Counts() }

// MaxAgent bounds Click.Agent, in bytes. User agent parsers read no more.
const MaxAgent = 1024

// UTM holds the campaign parameters that clicks store: those of utm.Params without Ref.
type UTM struct {
	Source, Medium, Campaign, Term, Content string
}

// Batch is stored by a Sink in one transaction.
type Batch struct {
	Clicks []Click
	// Source is the journal that the clicks are from; empty: the one beside an
	// embedded click store. Source and Through identify the batch.
	Source string
	// Through is the journal's position after the batch's last record. A batch
	// without clicks still advances the position.
	Through uint64
}

// Sink is the click store as the pipeline sees it.
type Sink interface {
	// Position returns the Through of the last stored batch of a source, 0 without
	// one.
	Position(ctx context.Context, source string) (uint64, error)
	// Append stores the clicks and the position of their source in one transaction.
	// It ignores a batch whose Through is not above the Position of its source, so
	// it is idempotent.
	Append(ctx context.Context, batch Batch) error
}
