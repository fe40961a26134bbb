package visitor

import "slices"

// Outcome is the result of a visit. Clicks store it.
type Outcome string

// The outcomes. Of visits to links, only Redirected and FellBack redirect the
// visitor. Orphan, Viewed and Opened have no link.
const (
	Redirected Outcome = "redirect"
	FellBack   Outcome = "fallback"  // expired, and redirected to the link's or the domain's fallback
	Previewed  Outcome = "preview"   // a social crawler received the link's card
	Locked     Outcome = "password"  // the visitor has to enter the password
	Scheduled  Outcome = "scheduled" // not active yet
	Expired    Outcome = "expired"   // past its end, or maxClicks is used up
	Archived   Outcome = "archived"
	Blocked    Outcome = "blocked" // by the operator, or by a rule
	Deleted    Outcome = "deleted"
	Orphan     Outcome = "orphan" // no such alias on the domain
	Viewed     Outcome = "view"   // a bio page was shown
	Opened     Outcome = "open"   // the address, the player or the contact of a block of a bio page
)

// CountedOutcomes returns the outcomes that figures count as clicks: the visitor was
// redirected, or the block of a bio page was opened. A card is what a crawler gets in
// place of the redirect. A person who enters the password of a link is counted when
// redirected, and not when asked for it.
func CountedOutcomes() []Outcome { return []Outcome{Redirected, FellBack, Previewed, Opened} }

// OtherOutcomes returns the outcomes of visits to links that figures count only where a
// filter asks for them.
func OtherOutcomes() []Outcome {
	return []Outcome{Locked, Scheduled, Expired, Archived, Blocked, Deleted}
}

// Outcomes returns all outcomes.
func Outcomes() []Outcome {
	return append(append(CountedOutcomes(), OtherOutcomes()...), Orphan, Viewed)
}

// Counts reports whether o is one of CountedOutcomes.
func (o Outcome) Counts() bool { return slices.Contains(CountedOutcomes(), o) }
