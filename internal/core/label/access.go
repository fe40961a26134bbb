package label

import (
	"context"
	"fmt"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// MaxMembers limits the chosen members of one folder.
const MaxMembers = 500

// Access selects the members that can see a folder and its links. The zero value is every member.
type Access struct {
	Restricted bool
	Members    []Member // of a restricted folder, by user id; owners and admins need no entry
}

// Member is a member of the workspace with access to a restricted folder.
type Member struct {
	UserID string
	Level  access.FolderLevel
}

// SetAccess replaces the access to a folder. Members who lose access lose it at
// once: the event ends their open streams.
func (s *Service) SetAccess(ctx context.Context, a access.Actor, id string, to Access) (Label, error) {
	if err := access.Require(a, access.ManageFolders); err != nil {
		return Label{}, err
	}
	if err := to.normalize(); err != nil {
		return Label{}, err
	}
	l, err := s.store.ChangeLabel(ctx, a.View(), Folder, id, func(l *Label) ([]event.Event, error) {
		before := l.accessState()
		l.Access = to
		change := event.Updated(before, l.accessState())
		return []event.Event{event.New(a.By(), event.FolderAccessChanged, a.WorkspaceID, id, change, s.clock.Now())}, nil
	})
	l.Level = access.WriteFolder
	return l, err
}

// normalize sorts and validates the members.
func (x *Access) normalize() error {
	var faults fault.List
	if len(x.Members) > MaxMembers {
		faults.Add("members", fmt.Sprintf("A folder has at most %d chosen members.", MaxMembers))
		return faults.Err()
	}
	if !x.Restricted && len(x.Members) > 0 {
		faults.Add("members", "Only a folder with the access members has chosen members.")
	}
	seen := make(map[string]bool, len(x.Members))
	for i, m := range x.Members {
		if m.Level != access.ReadFolder && m.Level != access.WriteFolder {
			faults.Add(fmt.Sprintf("members[%d].level", i), "The level is read or write.")
		}
		if seen[m.UserID] {
			faults.Add(fmt.Sprintf("members[%d].userId", i), "This member is listed twice.")
		}
		seen[m.UserID] = true
	}
	x.Members = slices.SortedFunc(slices.Values(x.Members), func(a, b Member) int {
		switch {
		case a.UserID < b.UserID:
			return -1
		case a.UserID > b.UserID:
			return 1
		}
		return 0
	})
	return faults.Err()
}

// accessState returns the access to the folder as events have it.
func (l Label) accessState() event.FolderAccess {
	state := event.FolderAccess{Name: l.Name, Access: "workspace", Members: map[string]string{}}
	if l.Access.Restricted {
		state.Access = "members"
	}
	for _, m := range l.Access.Members {
		state.Members[m.UserID] = string(m.Level)
	}
	return state
}

// ErrNotMember returns the fault of a chosen member who is not a member of the
// workspace.
func ErrNotMember() *fault.Error {
	return fault.New(fault.Invalid, "One of the chosen people is not a member of this workspace. Reload, and choose again.").At("members")
}
