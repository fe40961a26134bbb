package httpapi_test

import (
	"fmt"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"linnet/internal/base/ident"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
	"linnet/internal/core/passkey"
	"linnet/internal/core/queue"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// edit is a request that sets one field of a resource to another value in each round.
type edit struct {
	user         user
	method, path string
	body         func(round int) any
	field        string // of the resource, such as look/margin
	want         func(round int) any
}

// sets returns an edit by PATCH of a field that requests and responses have alike.
func (f raceFixture) sets(field string, value func(round int) any) edit {
	return edit{user: f.user, method: "PATCH", path: f.path, field: field, want: value, body: func(round int) any {
		body := value(round)
		for _, name := range slices.Backward(strings.Split(field, "/")) {
			body = map[string]any{name: body}
		}
		return body
	}}
}

// raceFixture is a resource with two edits of different fields. Without b, the
// operation has one field: two requests that set it leave one of the two values.
type raceFixture struct {
	user user
	path string // of the resource
	list string // that has the resource by its id; empty: path returns it
	a, b edit
}

func nth(text string) func(int) any {
	return func(round int) any { return fmt.Sprintf(text, round) }
}

func letters(round int) any { return "Aa" + strings.Repeat("a", round) }

func between(low, high int) func(int) any {
	return func(round int) any { return float64(low + round%(high-low+1)) }
}

// stored returns the resource.
func (f raceFixture) stored(t *testing.T) map[string]any {
	t.Helper()
	if f.list == "" {
		return f.user.call(t, "GET", f.path, nil).want(t, http.StatusOK).json(t)
	}
	for _, item := range f.user.call(t, "GET", f.list, nil).want(t, http.StatusOK).json(t)["items"].([]any) {
		if item := item.(map[string]any); item["id"] == path.Base(f.path) {
			return item
		}
	}
	t.Fatalf("%s does not list %s", f.list, f.path)
	return nil
}

// at returns the value of a field, such as look/margin.
func at(tree map[string]any, field string) any {
	value := any(tree)
	for name := range strings.SplitSeq(field, "/") {
		value = value.(map[string]any)[name]
	}
	return value
}

// raceScene has what the fixtures need: an operator with a workspace of a package
// without limits.
type raceScene struct {
	in    *install
	owner user
}

func newRaceScene(t *testing.T, s *records.Store) raceScene {
	in := newInstallWith(t, settings{records: s})
	owner := in.signUp(t) // the first user is an operator
	owner.call(t, "PATCH", "/admin/workspaces/"+owner.workspaceID, map[string]any{"plan": "ENTERPRISE"}).want(t, http.StatusNoContent)
	return raceScene{in, owner}
}

// made creates a resource and returns its fixture without edits.
func (s raceScene) made(t *testing.T, collection string, body any) raceFixture {
	t.Helper()
	made := s.owner.call(t, "POST", collection, body).want(t, http.StatusCreated).json(t)
	return raceFixture{user: s.owner, path: collection + "/" + made["id"].(string)}
}

// on returns the fixture with edits of two fields.
func (f raceFixture) on(fieldA string, a func(int) any, fieldB string, b func(int) any) raceFixture {
	f.a, f.b = f.sets(fieldA, a), f.sets(fieldB, b)
	return f
}

// listed returns the fixture of a resource that only a list returns.
func (f raceFixture) listed() raceFixture {
	f.list = path.Dir(f.path)
	return f
}

func (s raceScene) link(t *testing.T) raceFixture {
	t.Helper()
	return s.made(t, "/links", map[string]any{"url": "https://example.com/"})
}

func (s raceScene) code(t *testing.T) raceFixture {
	t.Helper()
	return s.made(t, "/qr-codes", map[string]any{"staticContent": map[string]any{"type": "text", "text": "a"}})
}

// raceFixtures returns a fixture of each operation with PATCH.
func raceFixtures() map[string]func(t *testing.T, s raceScene) raceFixture {
	name := nth("name %d")
	margin := between(4, 9)
	return map[string]func(t *testing.T, s raceScene) raceFixture{
		"updateTag": func(t *testing.T, s raceScene) raceFixture {
			return s.made(t, "/tags", map[string]any{"name": "t"}).listed().on("name", name, "color", nth("#%06d"))
		},
		"updateUtmTemplate": func(t *testing.T, s raceScene) raceFixture {
			return s.made(t, "/utm-templates", map[string]any{"name": "u"}).listed().on("name", name, "utm/source", nth("mail%d"))
		},
		"updateFolder": func(t *testing.T, s raceScene) raceFixture {
			f := s.made(t, "/folders", map[string]any{"name": "f"}).listed()
			access := func(round int) any { return []any{"members", "workspace"}[round%2] }
			f = f.on("name", name, "access", access)
			f.b.method, f.b.path = "PUT", f.path+"/access"
			return f
		},
		"updateApiKey": func(t *testing.T, s raceScene) raceFixture {
			f := s.made(t, "/api-keys", map[string]any{"name": "k", "scopes": []string{"links:read"}})
			return f.on("name", name, "networks", func(round int) any { return []any{fmt.Sprintf("192.0.2.%d/32", round)} })
		},
		"updateWebhook": func(t *testing.T, s raceScene) raceFixture {
			f := s.made(t, "/webhooks", map[string]any{"url": "https://example.com/", "events": []string{"link.created"}})
			return f.on("url", nth("https://example.com/%d"), "description", name)
		},
		"updateShare": func(t *testing.T, s raceScene) raceFixture {
			f := s.made(t, "/shares", map[string]any{"scope": "workspace"})
			return f.on("name", name, "expiresAt", func(round int) any {
				return noon.AddDate(1, 0, round).Format(time.RFC3339)
			})
		},
		"updateSavedView": func(t *testing.T, s raceScene) raceFixture {
			f := s.made(t, "/saved-views", map[string]any{"name": "v", "query": ""}).listed()
			return f.on("name", name, "query", nth("tag=t%d"))
		},
		"updateScheduledReport": func(t *testing.T, s raceScene) raceFixture {
			f := s.made(t, "/scheduled-reports", map[string]any{"name": "r", "every": "week"})
			return f.on("name", name, "traffic", func(round int) any { return []any{"human", "bot", "all"}[round%3] })
		},
		"updateAlert": func(t *testing.T, s raceScene) raceFixture {
			f := s.made(t, "/alerts", map[string]any{"name": "a", "kind": "spike"})
			return f.on("name", name, "percent", func(round int) any { return float64(100 + round) })
		},
		"updateQRPreset": func(t *testing.T, s raceScene) raceFixture {
			return s.made(t, "/qr-presets", map[string]any{"name": "p"}).on("name", name, "look/margin", margin)
		},
		"updateQRCode": func(t *testing.T, s raceScene) raceFixture {
			return s.code(t).on("name", name, "look/margin", margin)
		},
		"updateQRCodes": func(t *testing.T, s raceScene) raceFixture {
			f := s.code(t)
			looks := func(field string, value func(int) any) edit {
				e := f.sets("look/"+field, value)
				e.path, e.body = "/qr-codes/bulk", func(round int) any {
					return map[string]any{"ids": []string{path.Base(f.path)}, "look": map[string]any{field: value(round)}}
				}
				return e
			}
			f.a, f.b = looks("margin", margin), looks("caption", name)
			return f
		},
		"updateMedia": func(t *testing.T, s raceScene) raceFixture {
			made := s.owner.upload(t, "alt", pngOf(1)).want(t, http.StatusCreated).json(t)
			f := raceFixture{user: s.owner, path: "/media/" + made["id"].(string)}
			return f.on("alt", name, "focalPoint", func(round int) any { return map[string]any{"x": float64(round) / 100, "y": 0.25} })
		},
		"updateLink": func(t *testing.T, s raceScene) raceFixture {
			return s.link(t).on("title", name, "comments", name)
		},
		"updateLinks": func(t *testing.T, s raceScene) raceFixture {
			f := s.link(t)
			bulk := func(field string) edit {
				e := f.sets(field, name)
				e.path, e.body = "/links/bulk", func(round int) any {
					return map[string]any{"links": []any{map[string]any{"id": path.Base(f.path), field: name(round)}}}
				}
				return e
			}
			f.a, f.b = bulk("title"), bulk("comments")
			return f
		},
		"updateDomain": func(t *testing.T, s raceScene) raceFixture {
			f := s.made(t, "/domains", map[string]any{"host": "go.brand.example.org"})
			return f.on("rootUrl", nth("https://example.com/root/%d"), "notFoundUrl", nth("https://example.com/none/%d"))
		},
		"updateBioPage": func(t *testing.T, s raceScene) raceFixture {
			f := s.made(t, "/bio-pages", map[string]any{"handle": "ada", "title": "Ada"})
			return f.on("title", name, "description", name)
		},
		"updateMe": func(t *testing.T, s raceScene) raceFixture {
			return raceFixture{user: s.owner, path: "/me"}.on("firstName", letters, "lastName", letters)
		},
		"renamePasskey": func(t *testing.T, s raceScene) raceFixture {
			p := passkey.Passkey{
				ID: ident.New(ident.Passkey), UserID: s.owner.id, Name: "p", CreatedAt: noon,
				Credential: webauthn.Credential{ID: []byte("credential")},
			}
			mail := queue.NewTask{Kind: "none", Key: ident.New("mail")}
			e := event.New(event.Actor{}, event.PasskeyAdded, "", s.owner.id, event.None{}, noon)
			if err := s.in.records.InsertPasskey(t.Context(), p, e, mail); err != nil {
				t.Fatal(err)
			}
			f := raceFixture{user: s.owner, path: "/me/passkeys/" + p.ID}.listed()
			f.a = f.sets("name", name)
			return f
		},
		"updateWorkspace": func(t *testing.T, s raceScene) raceFixture {
			f := raceFixture{user: s.owner, path: "/workspaces/" + s.owner.workspaceID}
			return f.on("name", name, "timeZone", func(round int) any { return fmt.Sprintf("Etc/GMT+%d", 1+round%12) })
		},
		"adminUpdateWorkspace": func(t *testing.T, s raceScene) raceFixture {
			u := s.in.signUp(t)
			f := raceFixture{user: u, path: "/workspaces/" + u.workspaceID}
			f = f.on("plan", func(round int) any { return []any{"BASIC", "ENTERPRISE"}[round%2] }, "name", name)
			f.a.user, f.a.path = s.owner, "/admin"+f.path
			return f
		},
		"updateMember": func(t *testing.T, s raceScene) raceFixture {
			home := "/workspaces/" + s.owner.workspaceID
			invited := s.owner.call(t, "POST", home+"/invitations", map[string]any{"role": "viewer"}).want(t, http.StatusCreated).json(t)
			u := s.in.signUp(t)
			u.call(t, "POST", "/invitations/"+path.Base(invited["url"].(string))+"/accept", nil).want(t, http.StatusOK)
			f := raceFixture{user: s.owner, path: home + "/members/" + u.id}
			f.a = f.sets("role", func(round int) any { return []any{"viewer", "editor", "admin"}[round%3] })
			return f
		},
		"adminUpdateDenylist": func(t *testing.T, s raceScene) raceFixture {
			d := denylist.Feed{ID: ident.New(ident.DenyFeed), Name: "d", URL: "https://lists.example.org/x", Generation: 1, CreatedAt: noon}
			e := event.New(event.Actor{}, event.DenylistAdded, "", d.ID, event.None{}, noon)
			if err := s.in.records.InsertFeed(t.Context(), d, nil, e); err != nil {
				t.Fatal(err)
			}
			f := raceFixture{user: s.owner, path: "/admin/denylists/" + d.ID}.listed()
			return f.on("name", name, "paused", func(round int) any { return round%2 == 0 })
		},
	}
}

// TestPatch_StoresConcurrentChangesOfDifferentFields sends two requests that change
// different fields of one resource at once, for each operation with PATCH: when both
// return 200, both changes are stored. With updateApiKey, a key that is renamed while
// its networks are restricted is restricted.
func TestPatch_StoresConcurrentChangesOfDifferentFields(t *testing.T) {
	t.Parallel()
	fixtures := raceFixtures()
	operations := map[string]bool{}
	for _, methods := range readContract(t).Paths {
		// changeLinks only starts a job, which writes as updateLinks does.
		if op, ok := methods["patch"]; ok && op.OperationID != "changeLinks" {
			operations[op.OperationID] = true
			if fixtures[op.OperationID] == nil {
				t.Errorf("%s has no fixture", op.OperationID)
			}
		}
	}
	for id := range fixtures {
		if !operations[id] {
			t.Errorf("there is no operation %s", id)
		}
	}
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		scene := newRaceScene(t, s)
		for id, fixture := range fixtures {
			t.Run(id, func(t *testing.T) {
				scene.owner.call(t, "POST", "/me/reauthenticate", map[string]any{"password": goodPassword}).want(t, http.StatusNoContent)
				defer func() {
					if t.Failed() {
						t.Log(scene.in.log.String())
					}
				}()
				fixture(t, scene).race(t)
			})
		}
	})
}

// raceRounds is the number of pairs of requests. Without one transaction for reading
// and writing, more than one of ten pairs loses a change.
const raceRounds = 30

func (f raceFixture) race(t *testing.T) {
	single := f.b.field == ""
	if single {
		f.b = f.a
		f.b.body, f.b.want = func(round int) any { return f.a.body(round + 1) }, func(round int) any { return f.a.want(round + 1) }
	}
	for round := range raceRounds {
		f.user.in.clock.Advance(10 * time.Second) // renews the limit of requests
		var group sync.WaitGroup
		var replies [2]reply
		for i, e := range []edit{f.a, f.b} {
			group.Go(func() { replies[i] = e.user.call(t, e.method, e.path, e.body(round)) })
		}
		group.Wait()
		for _, r := range replies {
			if r.status != http.StatusOK && r.status != http.StatusNoContent {
				t.Fatalf("round %d: %d %s", round, r.status, r.body)
			}
		}
		stored := f.stored(t)
		a, b := at(stored, f.a.field), at(stored, f.b.field)
		hasA, hasB := reflect.DeepEqual(a, f.a.want(round)), reflect.DeepEqual(b, f.b.want(round))
		lost := !hasA || !hasB
		if single {
			lost = !hasA && !hasB
		}
		if lost {
			t.Fatalf("round %d: both requests returned 200, but %s is %v and %s is %v; want %v and %v",
				round, f.a.field, a, f.b.field, b, f.a.want(round), f.b.want(round))
		}
	}
}
