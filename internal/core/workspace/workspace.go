// Package workspace holds what owns everything: links, domains, members. A
// user works in one workspace at a time.
package workspace

import (
	"strings"
	"time"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/plan"
)

// MaxName is how many characters a name may have. The longest that a sign-up
// makes has 62.
const MaxName = 80

// MaxRetention is the longest that a workspace may set, in days: ten years.
const MaxRetention = 3650

// Workspace is a workspace as it is kept.
type Workspace struct {
	ID        string
	Name      string
	Plan      plan.Name
	TimeZone  string // IANA
	CreatedAt time.Time
	// RetentionDays is how many days the workspace wants clicks to be kept; 0:
	// as long as its plan does.
	RetentionDays int
}

// KeptDays is how many days clicks are kept: what the workspace wants, but no
// longer than its plan does. plan.Unlimited: for good.
func (w Workspace) KeptDays(limits plan.Limits) int {
	if limits.RetentionDays == plan.Unlimited {
		return w.RetentionDays
	}
	if w.RetentionDays == 0 {
		return limits.RetentionDays
	}
	return min(w.RetentionDays, limits.RetentionDays)
}

// Membership is a user's place in a workspace.
type Membership struct {
	WorkspaceID string
	Role        access.Role
	Suspended   bool // the workspace, by the operator
}

// Founded returns the workspace that a sign-up makes: named after its owner,
// on the FREE package (spec: product §11), with the owner's time zone, or UTC
// when timeZone is none that this machine knows.
func Founded(firstName, timeZone string, at time.Time) Workspace {
	if !isTimeZone(timeZone) {
		timeZone = "UTC"
	}
	return Workspace{
		ID:        ident.New(ident.Workspace),
		Name:      firstName + "'s workspace",
		Plan:      plan.Free,
		TimeZone:  timeZone,
		CreatedAt: at,
	}
}

// isTimeZone reports whether name is an IANA time zone that this machine knows.
func isTimeZone(name string) bool {
	if name == "" || name == "Local" || len(name) > 64 {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

// checkedName returns name without the space around it, or what is wrong with
// it.
func checkedName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		return "", fault.New(fault.Invalid, "Give the workspace a name.").At("name")
	case n > MaxName:
		return "", fault.New(fault.Invalid, "A workspace's name has at most 80 characters.").At("name")
	case strings.ContainsRune(name, 0):
		return "", fault.New(fault.Invalid, "This name holds a character that cannot be shown.").At("name")
	}
	return name, nil
}
