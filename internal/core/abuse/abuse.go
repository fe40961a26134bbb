// Package abuse stores the reports of visitors about links and bio pages. Reports
// about the same target are one case, which an operator resolves.
package abuse

import (
	"slices"
	"time"

	"linnet/internal/core/locale"
)

// Reason is the kind of abuse that a reporter names. The values are part of the API.
type Reason string

// The reasons.
const (
	Phishing  Reason = "phishing"
	Malware   Reason = "malware"
	Spam      Reason = "spam"
	Illegal   Reason = "illegal"
	Copyright Reason = "copyright"
	Other     Reason = "other"
)

// Described is a reason with its text in forms.
type Described struct {
	Reason Reason
	Label  string
}

// Reasons returns all reasons in the order of forms.
func Reasons() []Described {
	return []Described{
		{Phishing, "Phishing or fraud"},
		{Malware, "Malware or a virus"},
		{Spam, "Spam"},
		{Illegal, "Illegal content"},
		{Copyright, "Copyright or trademark"},
		{Other, "Something else"},
	}
}

// Valid reports whether the reason exists.
func (r Reason) Valid() bool {
	return slices.ContainsFunc(Reasons(), func(d Described) bool { return d.Reason == r })
}

// State is the state of a case. The values are part of the API.
type State string

// The states.
const (
	Open      State = "open"
	Actioned  State = "actioned"
	Dismissed State = "dismissed"
)

// Action is what an operator did about a case. The values are part of the API.
type Action string

// The actions.
const (
	BlockLink        Action = "block_link"
	BlockHost        Action = "block_host" // of the destination
	SuspendWorkspace Action = "suspend_workspace"
	Dismiss          Action = "dismiss"
)

// Bounds of what is stored.
const (
	MaxDetails = 2000 // characters
	MaxLink    = 2000 // characters
	MaxNote    = 500  // characters
	MaxOpen    = 10_000
	MaxStored  = 50 // reports of a case; more are counted only

	EmailMemory = 90 * 24 * time.Hour  // how long the address of a reporter is stored
	CaseMemory  = 365 * 24 * time.Hour // how long a resolved case is stored
)

// Target is what a report is about.
type Target struct {
	ID          string // of a link or a bio page
	WorkspaceID string
	ShortLink   string // host and alias
	Blocked     bool
}

// Report is a visitor's report.
type Report struct {
	ID        string
	Reason    Reason
	Details   string
	Email     string // empty: none, or deleted after EmailMemory
	Language  locale.Fixed
	CreatedAt time.Time
}

// Reporter receives the outcome of a report.
type Reporter struct {
	Email    string // empty: deleted after EmailMemory
	Language locale.Fixed
}

// Case are the reports about one target until an operator resolves them.
type Case struct {
	ID          string
	TargetID    string
	WorkspaceID string
	ShortLink   string
	State       State
	Reports     int
	Action      Action // empty while open
	Note        string // of the operator
	ResolvedBy  string // id of the operator; empty: a command
	ResolvedAt  time.Time
	CreatedAt   time.Time
	ReportedAt  time.Time // the last report
}

// OutcomeMail is the template of the mails with the outcome of a report.
const OutcomeMail = "abuse_outcome"

// OutcomeData is the data of OutcomeMail.
type OutcomeData struct {
	ReportID string `json:"reportId"`
}
