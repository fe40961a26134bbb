// Package routing decides the response to a visit of a link. It is pure: a Target is
// compiled once into a Route, and a Route returns a Decision for a Visit without
// HTTP, SQL, files or a clock.
//
// Where no alias is found, the redirect looks an address up once more without what mail
// and chat programs append, such as punctuation, quotes, invisible characters and
// &utm_source=x (TrimAlias). The exact alias comes first, so that no alias changes its
// meaning and only addresses that would be a 404 cost a second lookup. The dot is the
// only character that aliases may end with and that is removed. A wildcard has every
// path below it, so nothing is removed there. Passwords and preview pages need the
// exact address.
package routing

import (
	"encoding/json"
)

// Limits on the rules and the split of one link.
const (
	MaxRules    = 50 // rules of one link
	MaxDepth    = 5  // nesting of a condition
	MaxBranches = 10 // branches of a split; at least 2

	MaxLeaves = 500  // comparisons in all rules of one link
	MaxValues = 1000 // values of one comparison

	maxValueBytes = 500
	maxNameBytes  = 200
)

// Field is the property of the visit that a leaf condition compares.
type Field string

// The fields.
const (
	Country      Field = "country"
	Region       Field = "region"
	City         Field = "city"
	Continent    Field = "continent"
	Language     Field = "language"
	OS           Field = "os"
	Device       Field = "device"
	Browser      Field = "browser"
	InAppBrowser Field = "inAppBrowser"
	Referrer     Field = "referrer"
	Query        Field = "query"
	IP           Field = "ip"
	Date         Field = "date"
	Time         Field = "time"
	Visitor      Field = "visitor"
	Bot          Field = "bot"
)

// Op is how a leaf condition compares.
type Op string

// The operators.
const (
	In        Op = "in"
	Present   Op = "present"
	Valueless Op = "valueless"
	Before    Op = "before"
	After     Op = "after"
	Within    Op = "within"
)

// Condition is {all}, {any}, {not} or a leaf {field, op, values} with, for
// query, a name. Exactly one of the four shapes is set. Values are stored as
// the JSON of the request: text, or one object for the field time.
type Condition struct {
	All    []Condition       `json:"all,omitempty"`
	Any    []Condition       `json:"any,omitempty"`
	Not    *Condition        `json:"not,omitempty"`
	Field  Field             `json:"field,omitempty"`
	Op     Op                `json:"op,omitempty"`
	Name   string            `json:"name,omitempty"`
	Values []json.RawMessage `json:"values,omitempty"`
}

// TimeWindow is the value of the field time: hours of the given weekdays in an
// IANA time zone. To before From runs over midnight.
type TimeWindow struct {
	Days     []string `json:"days"` // mon … sun
	From     string   `json:"from"` // HH:MM
	To       string   `json:"to"`   // HH:MM, exclusive
	TimeZone string   `json:"timeZone"`
}

// Branch is one side of a split; the weights of a split add to 100.
type Branch struct {
	URL    string `json:"url"`
	Weight int    `json:"weight"`
}

// Action is the action of a rule: exactly one of its fields is set.
type Action struct {
	Redirect string   `json:"redirect,omitempty"`
	Split    []Branch `json:"split,omitempty"`
	Block    int      `json:"block,omitempty"` // 404, 410 or 451
}

// Rule is a condition and an action. A link's rules are tried in order; the
// first that matches decides.
type Rule struct {
	ID   string    `json:"id,omitempty"`
	Name string    `json:"name,omitempty"`
	When Condition `json:"when"`
	Then Action    `json:"then"`
}

// Kind is the kind of target that an alias leads to.
type Kind string

// The kinds.
const (
	KindLink Kind = "link"
	KindPage Kind = "page" // a bio page
)

// Known reports whether this version can serve the kind. The zero value is
// KindLink.
func (k Kind) Known() bool { return k == "" || k == KindLink || k == KindPage }
