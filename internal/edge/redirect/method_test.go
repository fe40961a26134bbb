package redirect_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/redirect"
)

// reply is what a request leads to.
type reply struct {
	Status          int
	Location, Allow string
	Hits            []string // outcome and bot reason of each
	Claims          int      // calls of Loader.Claim
	Left            int      // clicks of the link
}

// linkState is a link, or none, with the request path that leads to it.
type linkState struct {
	path   string
	target routing.Target
	used   bool // no click is left
	form   string
}

const methodPassword = "sesame"

// linkStates returns links and requests in every state. Each is served with each
// status.
func linkStates() map[string]linkState {
	day := 24 * time.Hour
	active := routing.Target{Alias: "a"}
	with := func(change func(*routing.Target)) routing.Target {
		target := active
		change(&target)
		return target
	}
	states := map[string]linkState{
		"active":    {target: active},
		"limited":   {target: with(func(t *routing.Target) { t.MaxClicks = 2 })},
		"used up":   {target: with(func(t *routing.Target) { t.MaxClicks = 2 }), used: true},
		"scheduled": {target: with(func(t *routing.Target) { t.StartsAt = noon.Add(day) })},
		"expired":   {target: with(func(t *routing.Target) { t.ExpiresAt = noon.Add(-day) })},
		"expired with a fallback": {target: with(func(t *routing.Target) {
			t.ExpiresAt, t.FallbackURL = noon.Add(-day), "https://over.test/"
		})},
		"used up with a fallback":  {target: with(func(t *routing.Target) { t.MaxClicks, t.FallbackURL = 2, "https://over.test/" }), used: true},
		"blocked":                  {target: with(func(t *routing.Target) { t.Blocked = true })},
		"suspended":                {target: with(func(t *routing.Target) { t.Suspended = true })},
		"archived":                 {target: with(func(t *routing.Target) { t.Archived = true })},
		"deleted":                  {target: with(func(t *routing.Target) { t.Deleted = true })},
		"to a blocked destination": {target: with(func(t *routing.Target) { t.URL, t.MaxClicks = "https://bad.test/", 2 })},
		"a wildcard":               {path: "/a/b", target: routing.Target{Alias: "a/*", ForwardPath: true, MaxClicks: 2}},
		"a page":                   {target: routing.Target{Alias: "a", Kind: routing.KindPage, PageID: pageID}},
		"unknown":                  {path: "/other", target: active},
		"a preview page":           {path: "/a+", target: with(func(t *routing.Target) { t.MaxClicks = 2 })},
	}
	for name, form := range map[string]string{"right": "password=" + methodPassword, "wrong": "password=no", "no": ""} {
		locked := with(func(t *routing.Target) { t.PasswordHash, t.MaxClicks = methodPassword, 2 })
		states["locked, "+name+" password"] = linkState{target: locked, form: form}
		states["locked and used up, "+name+" password"] = linkState{target: locked, used: true, form: form}
		archived := locked
		archived.Archived = true
		states["locked and archived, "+name+" password"] = linkState{target: archived, form: form}
	}
	return states
}

// wantReply states the expected reply in words of the documentation, apart from the
// handler.
func wantReply(method, state string, s *linkState, status int) reply {
	reads, keeps := method == "GET" || method == "HEAD", status == 307 || status == 308
	left := int(s.target.MaxClicks)
	if s.used {
		left = 0
	}
	refused := func(allow string) reply { return reply{Status: 405, Allow: allow, Left: left} }
	reason := map[string]string{"GET": "", "HEAD": " head"}[method]
	if !reads {
		reason = " method"
	}
	recorded := func(status int, outcome visitor.Outcome) reply {
		return reply{Status: status, Hits: []string{string(outcome) + reason}, Left: left}
	}
	locked, form := s.target.PasswordHash != "", method == "POST" && s.target.PasswordHash != ""
	switch {
	case method == "TRACE" || method == "CONNECT":
		return refused("GET, HEAD")
	case state == "a page" && method == "GET":
		return recorded(200, visitor.Viewed)
	case state == "a page" && (method == "HEAD" || method == "POST"), state == "a preview page" && reads:
		return reply{Status: 200, Left: left}
	case state == "a page" || state == "a preview page" || state == "unknown" && !reads:
		return refused("GET, HEAD")
	case state == "unknown":
		return recorded(404, visitor.Orphan)
	case locked && !reads && !form:
		return refused("GET, HEAD, POST")
	case !reads && !form && !keeps:
		return refused("GET, HEAD")
	}
	// What remains is answered as GET is, except a form.
	out := recorded(status, visitor.Redirected)
	out.Location = "https://example.com/"
	switch {
	case s.target.Blocked, state == "to a blocked destination":
		out = recorded(451, visitor.Blocked)
	case s.target.Suspended:
		out = recorded(410, visitor.Blocked)
	case s.target.Archived:
		out = recorded(410, visitor.Archived)
	case s.target.Deleted:
		out = recorded(410, visitor.Deleted)
	case state == "scheduled":
		out = recorded(404, visitor.Scheduled)
	case (state == "expired" || s.used) && s.target.FallbackURL == "":
		out = recorded(410, visitor.Expired)
	case s.target.FallbackURL != "":
		out = recorded(302, visitor.FellBack)
		out.Location = "https://over.test/"
	case form && strings.HasSuffix(state, "right password"):
		out = reply{Status: 303, Location: "https://example.com/", Hits: []string{"redirect"}, Left: left}
	case form:
		out = recorded(403, visitor.Locked)
	case locked:
		out = recorded(200, visitor.Locked)
	case state == "a wildcard":
		out.Location = "https://example.com/b"
	}
	if form && out.Status != 303 { // only a form that leads to the destination is a visit
		out.Hits = nil
	}
	// People who are redirected use up clicks. A click that is found to be missing when it
	// is claimed was not claimed before.
	person := method == "GET" && !locked || out.Status == 303
	if redirected := out.Location == "https://example.com/" || out.Location == "https://example.com/b"; redirected && person && left > 0 {
		out.Claims, out.Left = 1, left-1
	} else if s.used && method == "GET" && !locked {
		out.Claims = 1
	}
	return out
}

func TestHandler_AnswersEveryMethodInEveryState(t *testing.T) {
	t.Parallel()
	methods := []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "BREW", "TRACE", "CONNECT"}
	redirects := 0
	for state, given := range linkStates() {
		for _, status := range []int{301, 302, 307, 308} {
			for _, method := range methods {
				got := answerTo(t, method, &given, status)
				if want := wantReply(method, state, &given, status); !cmp.Equal(want, got) {
					t.Errorf("%s of a link with %d that is %s: %s", method, status, state, cmp.Diff(want, got))
				}
				if got.Location == "https://example.com/" {
					redirects++
				}
			}
		}
	}
	// 2 states redirect 2 + 2 + 9 + 9 requests; 1 with a password redirects 4 forms.
	if redirects != 2*22+4 {
		t.Errorf("%d redirects", redirects)
	}
}

// answerTo sends one request to a new site.
func answerTo(t *testing.T, method string, given *linkState, status int) reply {
	t.Helper()
	s := newSite(t, func(c *redirect.Config) {
		c.Pages = &pages{}
		c.Blocked = func(address string) bool { return strings.HasPrefix(address, "https://bad.test/") }
	})
	defer s.dir.Close()
	target := given.target
	target.RedirectStatus = status
	target = s.records.put(s.brand, target)
	if given.used {
		s.records.left[target.LinkID] = 0
	}
	path := given.path
	if path == "" {
		path = "/a"
	}
	r := httptest.NewRequest(http.MethodGet, "http://brand.test"+path, nil)
	r.Method = method
	r.Header.Set("User-Agent", strings.TrimPrefix(person, "User-Agent: "))
	r.Body = io.NopCloser(unreadable{t})
	if method == http.MethodPost && target.PasswordHash != "" {
		r.Body = io.NopCloser(strings.NewReader(given.form))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	got := reply{
		Status: w.Code, Location: w.Header().Get("Location"), Allow: w.Header().Get("Allow"),
		Claims: s.records.claims, Left: s.records.left[target.LinkID],
	}
	for _, hit := range s.journal.all() {
		got.Hits = append(got.Hits, strings.TrimSpace(fmt.Sprint(hit.Outcome, " ", hit.RequestReason)))
	}
	return got
}

// unreadable is a body that the handler must not read.
type unreadable struct{ t *testing.T }

func (u unreadable) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

// A redirect that keeps the method is sent before the body arrives: the destination
// gets the body.
func TestHandler_RedirectsBeforeTheBodyArrives(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "a", RedirectStatus: 307})
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || response.StatusCode != http.StatusTemporaryRedirect || response.Header.Get("Location") != "https://example.com/" {
		t.Errorf("%v, %v", response, err)
	}
}

// Requests that are not a person's use up no click, whether the link redirects or
// refuses them.
func TestHandler_ProgramsUseUpNoClicks(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "plain", MaxClicks: 1})
	s.records.put(s.own, routing.Target{Alias: "kept", MaxClicks: 1, RedirectStatus: 308})
	for _, alias := range []string{"plain", "kept"} {
		for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
			s.send(method, "http://localhost/"+alias, "x=1")
		}
		statuses := []int{s.send("GET", "http://localhost/"+alias, "").StatusCode, s.send("GET", "http://localhost/"+alias, "").StatusCode}
		if statuses[0] >= 400 || !slices.Equal(statuses[1:], []int{http.StatusGone}) {
			t.Errorf("%s: two people got %v", alias, statuses)
		}
	}
}
