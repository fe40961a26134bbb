package app

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/event"
	"linnet/internal/core/media"
	"linnet/internal/core/page"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// The content of a secretPage. Only the title is shown before an age gate.
const (
	secretTitle = "Confidential Launch"
	ageAnswer   = "age=18"
)

// secrets returns texts of a secretPage without its title, by the part of the page.
func secrets() map[string]string {
	return map[string]string{
		"description": "Embargoed until noon", "text": "Project Halcyon", "contact": "Halcyon Press", "form": "Halcyon List",
		"consent": "Halcyon consent", "video": "dQw4w9WgXcQ", "image": "5ec12e75ec12e75e", "alt": "Halcyon prototype",
	}
}

// secretPage creates a draft with a block of each kind that has an address of its own:
// a form, a contact and a player.
func (s *rootSite) secretPage(handle, host string) page.Document {
	s.t.Helper()
	text := secrets()
	image := media.Media{
		ID: ident.New(ident.Media), WorkspaceID: s.owner.WorkspaceID, Hash: text["image"] + strings.Repeat("0", 48), Width: 640, Height: 480, Widths: []int{640},
		Alt: text["alt"], Focal: media.Center(), CreatedBy: s.owner.UserID, CreatedAt: testkit.Day(), UpdatedAt: testkit.Day(),
	}
	uploaded := event.New(s.owner.By(), event.MediaUploaded, image.WorkspaceID, image.ID, event.Created(event.Media{}), testkit.Day())
	s.must(s.store.InsertMedia(s.t.Context(), image, 0, uploaded))
	blocks := []page.Block{
		{Visible: true, Body: &page.Text{Text: text["text"]}},
		{Visible: true, Body: &page.Image{MediaID: image.ID}},
		{Visible: true, Body: &page.VCard{Name: text["contact"], Email: "press@example.com"}},
		{Visible: true, Body: &page.Video{URL: "https://www.youtube.com/watch?v=" + text["video"]}},
		{Visible: true, Body: &page.Form{Title: text["form"], Button: "Subscribe", Consent: text["consent"]}},
	}
	d, err := s.pages.Create(s.t.Context(), s.owner, page.Draft{Handle: handle, Domain: host, Content: page.Content{
		Title:       secretTitle,
		Description: text["description"],
		AvatarID:    image.ID,
		Blocks:      blocks,
	}})
	s.must(err)
	return d
}

// pageStates bring a draft into a state. A visitor requests the page before the
// clock advances, so that a node has cached it.
func pageStates() map[string]struct {
	edit    page.Edit
	publish bool
	after   func(s *rootSite, id string)
	visible string // "": nothing, "title" or "all"
} {
	type state = struct {
		edit    page.Edit
		publish bool
		after   func(s *rootSite, id string)
		visible string
	}
	hour, gate := testkit.Day().Add(time.Hour), 18
	return map[string]state{
		"draft":     {edit: unchanged},
		"published": {edit: unchanged, publish: true, visible: "all"},
		"unpublished": {edit: unchanged, publish: true, after: func(s *rootSite, id string) {
			_, err := s.pages.Unpublish(s.t.Context(), s.owner, id)
			s.must(err)
		}},
		"scheduled":           {edit: func(d *page.Draft) { d.StartsAt = hour }, publish: true},
		"begun":               {edit: func(d *page.Draft) { d.StartsAt = hour }, publish: true, after: pass(time.Hour), visible: "all"},
		"ended":               {edit: func(d *page.Draft) { d.EndsAt = hour }, publish: true, after: pass(time.Hour)},
		"gated":               {edit: func(d *page.Draft) { d.AgeGate = gate }, publish: true, visible: "title"},
		"scheduled and gated": {edit: func(d *page.Draft) { d.AgeGate = gate; d.StartsAt = hour }, publish: true},
		"ended and gated":     {edit: func(d *page.Draft) { d.AgeGate = gate; d.EndsAt = hour }, publish: true, after: pass(time.Hour)},
		"of a suspended workspace": {edit: unchanged, publish: true, after: func(s *rootSite, _ string) {
			id := s.owner.WorkspaceID
			e := event.New(event.Actor{Kind: event.System}, event.WorkspaceSuspended, id, id, event.None{}, testkit.Day())
			s.must(s.store.SetWorkspaceSuspended(s.t.Context(), id, true, e))
		}},
	}
}

func unchanged(*page.Draft) {}

func pass(d time.Duration) func(*rootSite, string) {
	return func(s *rootSite, _ string) { s.clock.Advance(d) }
}

// pageRequest is a request to an address of a page. A POST has a form.
type pageRequest struct{ method, query, form string }

// pageRequests returns every combination of a method, a parameter and a form.
func pageRequests(d *page.Document) []pageRequest {
	id := func(i int) string { return d.Blocks[i].ID }
	contact, player, form := id(2), id(3), id(4)
	queries := []string{
		"", "card=1", "vcard=" + contact, "play=" + player, "sent=" + form, "print=1", "lnt=bio",
		"card=1&vcard=" + contact + "&play=" + player + "&sent=" + form,
	}
	answer := "block=" + form + "&email=ada@example.com&consent=yes"
	forms := append(slices.Repeat([]string{answer}, 12), "", ageAnswer, "block="+form+"&email=wrong", answer+"&website=x", ageAnswer+"&"+answer)
	var requests []pageRequest
	for _, query := range queries {
		for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PROPFIND"} {
			requests = append(requests, pageRequest{method, query, ""})
		}
		for _, body := range forms {
			requests = append(requests, pageRequest{http.MethodPost, query, body})
		}
	}
	return requests
}

// visit sends a request and returns the status, and the headers and the body as one
// text.
func (s *rootSite) visit(p pageRequest, host, path string) (status int, text string) {
	w, r := httptest.NewRecorder(), httptest.NewRequest(p.method, "https://"+host+path+"?"+p.query, strings.NewReader(p.form))
	if p.method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	s.redirect.ServeHTTP(w, r)
	return w.Code, fmt.Sprint(w.Header(), w.Body)
}

func TestPages_ShowNothingUnlessTheyArePublic(t *testing.T) {
	t.Parallel()
	for name, state := range pageStates() {
		for _, host := range []string{testkit.Host, rootHost} {
			t.Run(name+" on "+host, func(t *testing.T) {
				t.Parallel()
				testkit.Stores(t, func(t *testing.T, store *records.Store) {
					s, domainHost, path := newRootSite(t, store), host, "/ada"
					if host == testkit.Host {
						domainHost, path = "", "/@ada"
					}
					d := s.secretPage("ada", domainHost)
					d, err := s.pages.Update(t.Context(), s.owner, d.ID, nil, state.edit)
					s.must(err)
					if state.publish {
						_, err = s.pages.Publish(t.Context(), s.owner, d.ID, nil)
						s.must(err)
					}
					s.visit(pageRequest{method: http.MethodGet}, host, path)
					if state.after != nil {
						state.after(s, d.ID)
					}
					shown := s.shownParts(pageRequests(&d), host, path, name == "of a suspended workspace", state.visible == "")
					want := map[string][]string{"": nil, "title": {"title"}, "all": append(slices.Sorted(maps.Keys(secrets())), "title")}
					slices.Sort(want["all"])
					if got := slices.Sorted(maps.Keys(shown)); !slices.Equal(got, want[state.visible]) {
						t.Errorf("visitors saw %v, want %v", shown, want[state.visible])
					}
				})
			})
		}
	}
}

// shownParts returns the parts of the page that the responses contain, each with one
// request that showed it. A page that is hidden must be answered exactly as an alias
// that does not exist, and one that is gone with status 410.
func (s *rootSite) shownParts(requests []pageRequest, host, path string, isGone, hidden bool) map[string]string {
	texts := secrets()
	texts["title"] = secretTitle
	shown := map[string]string{}
	for _, r := range requests {
		sent := r.method + " ?" + r.query + " " + r.form
		status, text := s.visit(r, host, path)
		absentStatus, absentText := s.visit(r, host, "/nothing")
		reads := r.method == http.MethodGet || r.method == http.MethodHead || r.method == http.MethodPost
		switch {
		case isGone && reads && status != http.StatusGone:
			s.t.Errorf("%s: status %d", sent, status)
		case hidden && !isGone && (status != absentStatus || text != absentText):
			s.t.Errorf("%s: status %d, that of an unknown alias is %d", sent, status, absentStatus)
		}
		for part, secret := range texts {
			if strings.Contains(text, secret) {
				shown[part] = sent
			}
		}
	}
	return shown
}
