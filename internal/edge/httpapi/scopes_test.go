package httpapi_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
	"linnet/internal/testkit"
)

const scopesFile = "testdata/scopes.golden"

// apiKey creates a key with some scopes and returns the user that sends requests
// with it, and the key's id.
func (u user) apiKey(t testing.TB, scopes ...access.Scope) (key user, id string) {
	t.Helper()
	made := u.call(t, "POST", "/api-keys", map[string]any{"name": "Test", "scopes": scopes}).want(t, http.StatusCreated).json(t)
	return user{in: u.in, token: made["key"].(string), id: u.id, workspaceID: u.workspaceID}, made["id"].(string)
}

// TestScopeMatrix sends a request of every operation with a key of every scope. A
// key without the scope of the operation gets 403 with the name of the scope; an
// operation without a scope rejects all keys.
func TestScopeMatrix(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	_, behind := withClicks(t)
	in := newInstall(t, behind)
	owner := in.signUp(t)
	keys := map[access.Scope]user{}
	for _, scope := range access.AllScopes() {
		keys[scope], _ = owner.apiKey(t, scope)
	}
	var rows []string
	for _, op := range documentedOperations(t) {
		if op.public {
			continue
		}
		rows = append(rows, fmt.Sprintf("%-20s %s", op.id, op.scope))
		in.clock.Advance(time.Second) // within the rate limit of the user
		for _, scope := range access.AllScopes() {
			if op.scope != access.NoScope && access.ScopesOf(scope).Allows(op.scope) && strings.HasSuffix(op.path, "/stream") {
				continue // the response does not end
			}
			got := keys[scope].call(t, op.method, op.path, op.body(), op.contentType())
			code := ""
			if got.status >= 400 {
				code = got.problem(t).Code
			}
			switch {
			case op.scope == access.NoScope:
				if got.status != http.StatusForbidden || code != "forbidden" {
					t.Errorf("%s accepts a key: %d %s", op.id, got.status, got.body)
				}
			case op.scope == access.AnyScope, access.ScopesOf(scope).Allows(op.scope):
				if code == "insufficient_scope" || got.status == http.StatusUnauthorized {
					t.Errorf("%s rejects %s: %s", op.id, scope, got.body)
				}
			case got.status != http.StatusForbidden || code != "insufficient_scope" || !strings.Contains(got.problem(t).Message, string(op.scope)):
				t.Errorf("%s with %s: %d %s", op.id, scope, got.status, got.body)
			}
		}
	}
	got := strings.Join(rows, "\n") + "\n"
	if *update {
		if err := os.WriteFile(scopesFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(scopesFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Error(diff)
	}
}

// documentedOperation is an operation as the document describes it, with
// placeholder ids in its path.
type documentedOperation struct {
	id, method, path string
	scope            access.Scope
	public, hasBody  bool
}

func (o documentedOperation) body() any {
	if o.hasBody {
		return `{}`
	}
	return nil
}

func (o documentedOperation) contentType() string {
	switch o.id {
	case "createImport", "convertBioPage":
		return asCSV
	case "uploadMedia":
		return asForm
	}
	return "Content-Type: application/json"
}

// filled returns a path with ids. A workspace has the id current; /api-keys/current is an
// operation of its own.
func filled(path string) string {
	id := "current"
	if strings.HasPrefix(path, "/api-keys/") {
		id = "key_0000000000000"
	}
	return regexp.MustCompile(`\{[^}]+\}`).ReplaceAllString(path, id)
}

// documentedOperations returns the operations by id.
func documentedOperations(t *testing.T) []documentedOperation {
	t.Helper()
	var out []documentedOperation
	for path, methods := range readContract(t).Paths {
		for method, op := range methods {
			o := documentedOperation{
				id: op.OperationID, method: strings.ToUpper(method), path: filled(path),
				public: len(op.Security) == 0, hasBody: len(op.RequestBody) > 0,
			}
			for _, requirement := range op.Security {
				for _, scope := range requirement["apiKey"] {
					o.scope = access.Scope(fmt.Sprint(scope))
				}
			}
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b documentedOperation) int { return strings.Compare(a.id, b.id) })
	return out
}
