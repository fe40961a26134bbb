package httpapi

import (
	"sync"

	"linnet/internal/core/event"
)

// accessChanges notifies the open streams that permissions may have changed. It is
// safe for concurrent use.
type accessChanges struct {
	mu      sync.Mutex
	changed chan struct{} // nil: not requested
}

// Changed returns a channel that the next change closes.
func (a *accessChanges) Changed() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.changed == nil {
		a.changed = make(chan struct{})
	}
	return a.changed
}

func (a *accessChanges) notify() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.changed != nil {
		close(a.changed)
		a.changed = nil
	}
}

// OnEvent makes open streams authenticate their clients again after a change of
// members, users, workspaces, folders or API keys. It is a subscriber of events.
func (a *API) OnEvent(e event.Event) {
	switch e.Kind {
	case event.MemberUpdated, event.MemberRemoved, event.WorkspaceTransferred, event.WorkspaceDeleted, event.WorkspacePurged,
		event.UserSuspended, event.UserDeleted, event.SessionsEnded, event.WorkspaceSuspended, event.FolderAccessChanged,
		event.KeyUpdated, event.KeyRotated, event.KeyRevoked,
		"": // "": events may have been missed
		a.access.notify()
	}
}
