// Package testshorteners has servers that answer as the APIs of other shorteners do, for tests:
// each with the same links, which are the same in every run, and with the failures that a
// retrieval must survive.
package testshorteners

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Faults are what goes wrong while the links are read. The zero value is nothing.
type Faults struct {
	LimitEvery int   // answer each nth call with 429 and Retry-After: 1
	ErrorPage  int   // the page that is answered with 500, once
	CutPage    int   // the page whose connection ends in the body, once
	GrowAfter  []int // the pages behind each of which a link is created
	Wrong      bool  // one in 50 short URLs leads elsewhere
	NoEvents   bool  // Dub answers calls for single clicks with 403
}

// Shortener is a running server. Its methods are safe for concurrent use.
type Shortener struct {
	URL string // of its API
	Key string // that it accepts

	peer peer

	mu     sync.Mutex
	links  []Link // in the order of creation
	faults Faults
	calls  int          // with the right key
	lists  map[int]bool // pages whose fault or growth has occurred
	keys   []string     // that were received, in order
}

// peer is what differs between shorteners.
type peer struct {
	key    string // that is accepted, with the scheme of its header
	faults Faults
	// id returns the id of a link as the API has it.
	id func(Link) string
	// keyOf returns the key of a request.
	keyOf func(*http.Request) string
	// refuse answers a request with another key.
	refuse func(http.ResponseWriter)
	// short returns the short URL of a link; nil: Link.Short.
	short func(Link) string
	// stopped answers visits of archived links; nil: they are redirected as others.
	stopped http.HandlerFunc
	// passwords and devices report whether its links have passwords, and destinations of phones.
	passwords, devices bool
	// routes returns the handlers of its API. They run one at a time.
	routes func(*Shortener) map[string]http.HandlerFunc
}

// standard are the faults of an API that returns its links in more than ten pages.
func standard(growAfter ...int) Faults {
	return Faults{LimitEvery: 7, ErrorPage: 5, CutPage: 8, GrowAfter: growAfter, Wrong: true}
}

// start starts a server that stops with the test.
func start(t testing.TB, p peer) *Shortener {
	t.Helper()
	s := &Shortener{Key: strings.TrimPrefix(p.key, "Bearer "), peer: p, links: Links(), faults: p.faults, lists: map[int]bool{}}
	mux := http.NewServeMux()
	if p.short == nil {
		s.peer.short = Link.Short
	}
	for pattern, handle := range p.routes(s) {
		mux.HandleFunc(pattern, handle)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, mux) }))
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// SetFaults replaces the faults.
func (s *Shortener) SetFaults(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
}

// All returns the links that there are, in the order of creation.
func (s *Shortener) All() []Link {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.links)
}

// ID returns the id of a link as the API has it.
func (s *Shortener) ID(l Link) string { return s.peer.id(l) }

// Short returns the short URL of a link.
func (s *Shortener) Short(l Link) string { return s.peer.short(l) }

// SetClicks sets the clicks of all links. Those at the start are too many for tests that read
// single visits.
func (s *Shortener) SetClicks(clicks func(Link) int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.links {
		s.links[i].Clicks = clicks(s.links[i])
	}
}

// Delete deletes the links for which obsolete is true.
func (s *Shortener) Delete(obsolete func(Link) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.links = slices.DeleteFunc(s.links, obsolete)
}

// Keys returns the keys of all calls of the API, in order.
func (s *Shortener) Keys() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.keys)
}

// Wrong returns the links whose short URLs lead elsewhere.
func (s *Shortener) Wrong() []Link {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Link
	for _, l := range s.links {
		if s.wrong(l) {
			out = append(out, l)
		}
	}
	return out
}

func (s *Shortener) wrong(l Link) bool { return s.faults.Wrong && l.N%50 == 49 && l.URL != "" }

func (s *Shortener) serve(w http.ResponseWriter, r *http.Request, api http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(Hosts(), r.Host) {
		s.redirect(w, r)
		return
	}
	key := s.peer.keyOf(r)
	s.keys = append(s.keys, key)
	if key != s.peer.key {
		s.peer.refuse(w)
		return
	}
	if s.calls++; s.faults.LimitEvery > 0 && s.calls%s.faults.LimitEvery == 0 {
		w.Header().Set("Retry-After", "1")
		reply(w, http.StatusTooManyRequests, object{"error": "Too many requests."})
		return
	}
	api.ServeHTTP(w, r)
}

// redirect answers a visit of a short URL.
func (s *Shortener) redirect(w http.ResponseWriter, r *http.Request) {
	for _, l := range s.links {
		alias := l.Host == r.Host && slices.Contains(l.Aliases, strings.TrimPrefix(r.URL.Path, "/"))
		if !alias && s.Short(l) != "https://"+r.Host+r.URL.Path {
			continue
		}
		switch {
		case l.URL == "":
			http.NotFound(w, r)
		case l.Archived && s.peer.stopped != nil:
			s.peer.stopped(w, r)
		case s.peer.passwords && l.Password != "":
			reply(w, http.StatusOK, "Enter the password of this link.")
		case s.wrong(l):
			http.Redirect(w, r, "https://elsewhere.example.org/", http.StatusFound)
		default:
			to := l.URL
			if s.peer.devices && l.IOS != "" && strings.Contains(r.UserAgent(), "iPhone") {
				to = l.IOS
			}
			w.Header().Set("Location", to) // as it is: http.Redirect would encode it
			w.WriteHeader(http.StatusFound)
		}
		return
	}
	http.NotFound(w, r)
}

// list answers with a page of links, unless this page fails. Pages are counted from 1.
func (s *Shortener) list(w http.ResponseWriter, page int, body any) {
	switch {
	case page == s.faults.ErrorPage && s.once(page):
		reply(w, http.StatusInternalServerError, object{"error": "Internal error."})
	case page == s.faults.CutPage && s.once(page):
		w.Header().Set("Content-Length", "100000")
		fmt.Fprint(w, `{"data":[{"id":"`)
		_ = http.NewResponseController(w).Flush() // else Go's client repeats the request
		panic(http.ErrAbortHandler)               // ends the connection
	default:
		reply(w, http.StatusOK, body)
		if slices.Contains(s.faults.GrowAfter, page) && s.once(-page) {
			s.links = append(s.links, ordinary(s.links[len(s.links)-1].N+1))
		}
	}
}

// once reports whether it is called for the first time with n.
func (s *Shortener) once(n int) bool {
	before := s.lists[n]
	s.lists[n] = true
	return !before
}

// object is an object of JSON.
type object = map[string]any

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// refusal answers a wrong key with a status and a body.
func refusal(status int, body any) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) { reply(w, status, body) }
}

// header returns the key of requests that have it in a header.
func header(name string) func(*http.Request) string {
	return func(r *http.Request) string { return r.Header.Get(name) }
}

// number returns a parameter of a query; missing: otherwise.
func number(query url.Values, name string, otherwise int) int {
	n, err := strconv.Atoi(query.Get(name))
	if err != nil {
		return otherwise
	}
	return n
}

// part returns at most n links from a position on.
func part(links []Link, position, n int) []Link {
	position = min(max(position, 0), len(links))
	return links[position:min(position+n, len(links))]
}

// newest returns the links in the reverse order of creation.
func (s *Shortener) newest() []Link {
	links := slices.Clone(s.links)
	slices.Reverse(links)
	return links
}

// objects returns links as a shape has them.
func objects(links []Link, shape func(Link) object) []object {
	out := make([]object, len(links))
	for i, l := range links {
		out[i] = shape(l)
	}
	return out
}

// textOrNil returns a text; nil if it is empty.
func textOrNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}
