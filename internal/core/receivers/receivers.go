// Package receivers has what scheduled reports and alerts have in common: a record with
// filters of clicks, whose creator chooses the members that get mails or notifications
// about it.
package receivers

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/visible"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
)

// Limits of a record.
const (
	Max     = 20 // receivers
	MaxName = 80 // characters
)

// Record is a scheduled report or an alert.
type Record struct {
	CreatedBy string
	Filters   []analytics.Filter
	UserIDs   []string // of its receivers
}

// HiddenFrom reports whether the record filters by a folder that is hidden from the actor.
func (r Record) HiddenFrom(a access.Actor) bool {
	return slices.ContainsFunc(r.Filters, func(f analytics.Filter) bool {
		return slices.ContainsFunc(f.Values, a.View().Hides)
	})
}

// VisibleTo reports whether the actor may read the record: its creator, its receivers, and
// owners and admins.
func (r Record) VisibleTo(a access.Actor) bool {
	return (r.EditableBy(a) || slices.Contains(r.UserIDs, a.UserID)) && !r.HiddenFrom(a)
}

// EditableBy reports whether the actor may change the record: its creator, and owners and
// admins.
func (r Record) EditableBy(a access.Actor) bool {
	return r.CreatedBy == a.UserID || a.Role.Includes(access.Admin)
}

// CheckName adds the faults of a name, which is the subject of mails, and returns it
// without superfluous spaces.
func CheckName(l *fault.List, name, noun string) string {
	name = strings.Join(strings.Fields(name), " ")
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		l.Add("name", fmt.Sprintf("Enter a name for the %s. It is the subject of its emails.", noun))
	case n > MaxName:
		l.Add("name", fmt.Sprintf("The name has at most %d characters; this one has %d.", MaxName, n))
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		l.Add("name", "The name contains a control character. Remove it.")
	case visible.Problem(name) != "":
		l.Add("name", visible.Problem(name))
	}
	return name
}

// CheckCount returns the ids sorted, each once, and adds a fault if there are too many.
func CheckCount(l *fault.List, userIDs []string) []string {
	userIDs = slices.Compact(slices.Sorted(slices.Values(userIDs)))
	if len(userIDs) > Max {
		l.Add("receiverIds", fmt.Sprintf("Choose at most %d receivers.", Max))
	}
	return userIDs
}

// Members looks up members of a workspace.
type Members interface {
	// MemberNames returns the full names of members of a workspace by their user ids.
	// Users who are not members are absent.
	MemberNames(ctx context.Context, workspaceID string, userIDs []string) (map[string]string, error)
}

// CheckAdded returns Forbidden when the actor may not add other members, and Invalid when a
// new receiver is none. nouns are the records, such as "alerts".
func CheckAdded(ctx context.Context, m Members, a access.Actor, before, after []string, nouns string) error {
	added := slices.DeleteFunc(slices.Clone(after), func(id string) bool { return slices.Contains(before, id) })
	if slices.ContainsFunc(added, func(id string) bool { return id != a.UserID }) {
		if err := access.Require(a, access.ManageShares); err != nil {
			return fault.Wrap(err, fault.CodeOf(err), fmt.Sprintf(
				"Your role in this workspace allows %s for yourself only. Ask an owner, an admin or an editor to add other members.", nouns))
		}
	}
	names, err := m.MemberNames(ctx, a.WorkspaceID, added)
	if err != nil {
		return err
	}
	for _, id := range added {
		if _, ok := names[id]; !ok {
			return fault.New(fault.Invalid, fmt.Sprintf("%q is not a member of this workspace. Invite them first.", id)).At("receiverIds")
		}
	}
	return nil
}

// Labeler looks up the names of the ids of filters.
type Labeler interface {
	// VisibleLabels returns the names of the ids of filters that the actor may read.
	VisibleLabels(ctx context.Context, actor access.Actor, filters []analytics.Filter) (map[analytics.Dimension]map[string]string, error)
}

// Names are the names of what records refer to by id, as far as the actor may read them.
type Names struct {
	Users  map[string]string // full names of creators and receivers
	Values map[analytics.Dimension]map[string]string
}

// NamesOf returns the names of what records refer to.
func NamesOf(ctx context.Context, m Members, l Labeler, a access.Actor, records []Record) (names Names, err error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return Names{}, err
	}
	var users []string
	var filters []analytics.Filter
	for _, r := range records {
		users = append(append(users, r.CreatedBy), r.UserIDs...)
		filters = append(filters, r.Filters...)
	}
	slices.Sort(users)
	if names.Users, err = m.MemberNames(ctx, a.WorkspaceID, slices.Compact(users)); err != nil {
		return Names{}, err
	}
	names.Values, err = l.VisibleLabels(ctx, a, filters)
	return names, err
}

// EqualFilters reports whether two lists of filters are equal.
func EqualFilters(a, b []analytics.Filter) bool {
	return slices.EqualFunc(a, b, func(x, y analytics.Filter) bool {
		return x.Dimension == y.Dimension && x.Negated == y.Negated && slices.Equal(x.Values, y.Values)
	})
}

// DashboardQuery returns the query, without a question mark, of the dashboard's analytics
// for the days from start to end, which is exclusive. hosts are the names of domains, by
// which the dashboard filters.
func DashboardQuery(
	filters []analytics.Filter, t analytics.Traffic, start, end time.Time, loc *time.Location, hosts map[string]string,
) string {
	q := url.Values{
		"from": {start.In(loc).Format(time.DateOnly)},
		"to":   {end.Add(-time.Millisecond).In(loc).Format(time.DateOnly)},
		"zone": {loc.String()},
	}
	if t != "" && t != analytics.Human {
		q.Set("traffic", string(t))
	}
	for _, f := range filters {
		if f.Dimension == analytics.Domain {
			f.Values = slices.Clone(f.Values)
			for i, id := range f.Values {
				f.Values[i] = cmp.Or(hosts[id], id)
			}
		}
		name, text := f.Dimension.Param(), analytics.FilterText(f)
		if before := q.Get(name); before != "" {
			text = before + "," + text
		}
		q.Set(name, text)
	}
	return q.Encode()
}
