package visitor

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
