package access

import (
	"fmt"
	"slices"
	"strings"

	"linnet/internal/base/fault"
)

// Scope allows an API key one group of operations. The values are part of the
// API. A write scope includes the read scope of its resource.
type Scope string

// What an operation may require instead of a scope.
const (
	NoScope  Scope = ""    // it rejects API keys
	AnyScope Scope = "any" // it accepts every API key
)

// The scopes.
const (
	LinksRead      Scope = "links:read"
	LinksWrite     Scope = "links:write"
	AnalyticsRead  Scope = "analytics:read"
	AnalyticsWrite Scope = "analytics:write"
	DomainsRead    Scope = "domains:read"
	DomainsWrite   Scope = "domains:write"
	QRRead         Scope = "qr:read"
	QRWrite        Scope = "qr:write"
	PagesRead      Scope = "pages:read"
	PagesWrite     Scope = "pages:write"
	MediaRead      Scope = "media:read"
	MediaWrite     Scope = "media:write"
	MembersRead    Scope = "members:read"
	MembersWrite   Scope = "members:write"
	WorkspaceRead  Scope = "workspace:read"
	WorkspaceWrite Scope = "workspace:write"
	TrackWrite     Scope = "track:write"
	WebhooksRead   Scope = "webhooks:read"
	WebhooksWrite  Scope = "webhooks:write"
)

// AllScopes returns the scopes in the order of the API's document.
func AllScopes() []Scope {
	return []Scope{
		LinksRead, LinksWrite, AnalyticsRead, AnalyticsWrite, DomainsRead, DomainsWrite, QRRead, QRWrite,
		PagesRead, PagesWrite, MediaRead, MediaWrite, MembersRead, MembersWrite, WorkspaceRead, WorkspaceWrite, TrackWrite,
		WebhooksRead, WebhooksWrite,
	}
}

// Scopes is a set of scopes. Sets with the same scopes are equal. The zero value
// is the empty set.
type Scopes uint32

// ScopesOf returns the set of some scopes. Unknown ones are ignored.
func ScopesOf(scopes ...Scope) Scopes {
	var set Scopes
	for _, scope := range scopes {
		set |= scope.bit()
	}
	return set
}

// bit returns the set of one scope, empty for an unknown one.
func (s Scope) bit() Scopes {
	if i := slices.Index(AllScopes(), s); i >= 0 {
		return 1 << i
	}
	return 0
}

// Known reports whether the scope exists.
func (s Scope) Known() bool { return s.bit() != 0 }

// Allows reports whether the set has the scope, or the write scope that includes
// it.
func (s Scopes) Allows(scope Scope) bool {
	allowed := scope.bit()
	if resource, ok := strings.CutSuffix(string(scope), ":read"); ok {
		allowed |= Scope(resource + ":write").bit()
	}
	return s&allowed != 0
}

// List returns the scopes of the set in the order of AllScopes.
func (s Scopes) List() []Scope {
	list := []Scope{}
	for _, scope := range AllScopes() {
		if s&scope.bit() != 0 {
			list = append(list, scope)
		}
	}
	return list
}

// RequireScope returns nil for actors without an API key, for those whose key allows the
// scope, and for AnyScope. It returns Forbidden when keys cannot use the operation
// (NoScope), and InsufficientScope otherwise.
func RequireScope(a Actor, scope Scope) error {
	switch {
	case a.KeyID == "" || scope == AnyScope || a.Scopes.Allows(scope):
		return nil
	case scope == NoScope:
		return fault.New(fault.Forbidden, "API keys cannot use this operation. Log in to use it.")
	}
	return fault.New(fault.InsufficientScope, fmt.Sprintf("This API key lacks the scope %s. Add it to the key, or use another key.", scope))
}

// RequireAssignable returns Forbidden when the actor is an API key and role is
// above Editor: keys can neither assign nor remove such roles.
func RequireAssignable(a Actor, role Role) error {
	if a.KeyID != "" && role != Editor && role != Viewer {
		return fault.New(fault.Forbidden, "An API key cannot change owners and admins. Log in to do this.")
	}
	return nil
}
