// Package workspace manages workspaces, which own links, domains and members. A
// request acts in one workspace.
package workspace

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/plan"
)

// MaxName is the maximum length of a name in characters. The longest name that a
// sign-up creates has 62.
const MaxName = 80

// PlanGrace is the time after a change of the plan in which the new plan's retention
// deletes no clicks.
const PlanGrace = 90 * 24 * time.Hour

// MaxRetention is the longest click retention that a workspace may set, in days.
const MaxRetention = 3650

// Workspace owns links, domains and members.
type Workspace struct {
	ID        string
	Name      string
	Plan      plan.Name
	TimeZone  string // IANA
	CreatedAt time.Time
	// RetentionDays is the click retention set by the workspace; 0: that of the
	// plan.
	RetentionDays int
	// DefaultDomainID is the workspace's own domain that new links without a domain are
	// on; empty: the default domain, also while the chosen one is deleted or belongs to
	// another workspace.
	DefaultDomainID string
	// Role is the actor's role in the workspace, where a Service returns it.
	Role      access.Role
	DeletedAt time.Time // zero: not deleted
	// PlanChangedAt is the last change of Plan; zero: none.
	PlanChangedAt time.Time
}

// PagePath returns the path of a page of the dashboard in the workspace with the id:
// /dashboard/domains becomes /dashboard/w/wsp_.../domains. The empty id leaves the
// path, which then opens in the first workspace of its reader.
func PagePath(id, path string) string {
	rest, ok := strings.CutPrefix(path, "/dashboard")
	if !ok || id == "" {
		return path
	}
	return "/dashboard/w/" + id + rest
}

// RetainedDays is KeptDays, but for PlanGrace after a change of the plan the
// retention of the plan does not apply, so that a plan that ends deletes nothing.
func (w Workspace) RetainedDays(limits plan.Limits, now time.Time) int {
	if !w.PlanChangedAt.IsZero() && now.Before(w.PlanChangedAt.Add(PlanGrace)) {
		return w.RetentionDays
	}
	return w.KeptDays(limits)
}

// KeptDays returns the effective click retention in days: that of the workspace,
// at most that of the plan. plan.Unlimited: clicks are never deleted.
func (w Workspace) KeptDays(limits plan.Limits) int {
	if limits.RetentionDays == plan.Unlimited {
		return w.RetentionDays
	}
	if w.RetentionDays == 0 {
		return limits.RetentionDays
	}
	return min(w.RetentionDays, limits.RetentionDays)
}

// Membership is the role of a user in a workspace.
type Membership struct {
	WorkspaceID string
	Role        access.Role
	Suspended   bool      // the workspace is suspended by the operator
	DeletedAt   time.Time // of the workspace; zero: not deleted
	Restricted  bool      // the workspace has folders that are restricted to chosen members
	// NeedsSignOn reports that the workspace requires its single sign-on, and the
	// session was not made through it.
	NeedsSignOn bool
}

// Founded returns the workspace of a new user, named after the user. See Named.
func Founded(firstName, timeZone string, at time.Time) Workspace {
	return Named(firstName+"'s workspace", timeZone, at)
}

// Named returns a new workspace on the FREE package in a time zone, or in UTC
// when this machine does not know timeZone.
func Named(name, timeZone string, at time.Time) Workspace {
	if !isTimeZone(timeZone) {
		timeZone = "UTC"
	}
	return Workspace{
		ID:        ident.New(ident.Workspace),
		Name:      name,
		Plan:      plan.Free,
		TimeZone:  timeZone,
		CreatedAt: at,
	}
}

// isTimeZone reports whether name is an IANA time zone known to this machine.
func isTimeZone(name string) bool {
	if name == "" || name == "Local" || len(name) > 64 {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

// Location returns the time zone of the workspace; UTC if this machine does not know it.
func (w Workspace) Location() *time.Location {
	loc, err := time.LoadLocation(w.TimeZone)
	if err != nil {
		return time.UTC
	}
	return loc
}

// checkedName returns the trimmed name, or a field error.
func checkedName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		return "", fault.New(fault.Invalid, "Enter a name for the workspace.").At("name")
	case n > MaxName:
		return "", fault.New(fault.Invalid, "The name of a workspace has at most 80 characters.").At("name")
	case strings.ContainsRune(name, 0):
		return "", fault.New(fault.Invalid, "The name contains a control character.").At("name")
	case hasAddress(name):
		return "", fault.New(fault.Invalid, "A name cannot contain a web or email address, because mail programs make links of them.").At("name")
	}
	return name, nil
}

// hasAddress reports whether mail programs would make a link of a part of a name, which
// is in the subject and the text of invitations.
func hasAddress(name string) bool {
	return slices.ContainsFunc(strings.Fields(name), func(word string) bool {
		word = strings.ToLower(strings.Trim(word, ".,;:!?()[]\"'"))
		if at := strings.Index(word, "@"); strings.Contains(word, "//") || at >= 0 && strings.Contains(word[at:], ".") {
			return true
		}
		host := word
		if end := strings.IndexAny(word, "/?#:"); end >= 0 {
			host = word[:end]
		}
		suffix, managed := publicsuffix.PublicSuffix(host)
		return managed && suffix != host
	})
}
