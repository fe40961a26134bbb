package access_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

func TestScopes_WriteIncludesReadOfTheSameResource(t *testing.T) {
	t.Parallel()
	for _, held := range access.AllScopes() {
		for _, requested := range access.AllScopes() {
			resource, verb, _ := strings.Cut(string(held), ":")
			want := held == requested || verb == "write" && string(requested) == resource+":read"
			if got := access.ScopesOf(held).Allows(requested); got != want {
				t.Errorf("a key with %s may %s: %v", held, requested, got)
			}
		}
		if access.ScopesOf(held).Allows(access.NoScope) {
			t.Errorf("%s allows operations without a scope", held)
		}
	}
}

func TestScopes_List(t *testing.T) {
	t.Parallel()
	set := access.ScopesOf(access.TrackWrite, access.LinksRead, access.LinksRead, "unknown:read")
	if diff := cmp.Diff([]access.Scope{access.LinksRead, access.TrackWrite}, set.List()); diff != "" {
		t.Error(diff)
	}
	if access.Scope("unknown:read").Known() || !access.QRWrite.Known() {
		t.Error("Known is wrong")
	}
}

func TestRequireScope(t *testing.T) {
	t.Parallel()
	key := access.Actor{UserID: "usr_1", KeyID: "key_1", Scopes: access.ScopesOf(access.LinksRead)}
	session := access.Actor{UserID: "usr_1", SessionID: "ses_1"}
	for name, c := range map[string]struct {
		actor access.Actor
		scope access.Scope
		want  fault.Code
	}{
		"key with the scope":              {key, access.LinksRead, ""},
		"key without the scope":           {key, access.LinksWrite, fault.InsufficientScope},
		"key, operation without a scope":  {key, access.NoScope, fault.Forbidden},
		"key, operation for every key":    {key, access.AnyScope, ""},
		"session":                         {session, access.LinksWrite, ""},
		"session, operation without one":  {session, access.NoScope, ""},
		"anonymous, operation with scope": {access.Actor{}, access.LinksWrite, ""},
	} {
		err := access.RequireScope(c.actor, c.scope)
		if fault.CodeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
		if c.want == fault.InsufficientScope && !strings.Contains(err.Error(), "links:write") {
			t.Errorf("%s: the scope is not in %q", name, err)
		}
	}
}

func TestRequireAssignable(t *testing.T) {
	t.Parallel()
	key, session := access.Actor{UserID: "usr_1", KeyID: "key_1"}, access.Actor{UserID: "usr_1"}
	for _, role := range access.Roles() {
		if err := access.RequireAssignable(session, role); err != nil {
			t.Errorf("session, %s: %v", role, err)
		}
		allowed := role == access.Editor || role == access.Viewer
		if err := access.RequireAssignable(key, role); allowed != (err == nil) {
			t.Errorf("key, %s: %v", role, err)
		}
	}
}

func TestActor_ByNamesTheKey(t *testing.T) {
	t.Parallel()
	got := access.Actor{UserID: "usr_1", KeyID: "key_1", AddressPrefix: "192.0.2.0/24"}.By()
	if want := (event.Actor{Kind: event.Key, ID: "key_1", AddressPrefix: "192.0.2.0/24"}); got != want {
		t.Errorf("By() = %+v", got)
	}
}
