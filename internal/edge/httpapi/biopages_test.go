package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/page"
)

// createPage creates a bio page with some blocks and returns it.
func (u user) createPage(t *testing.T, handle string, blocks ...map[string]any) map[string]any {
	t.Helper()
	return u.call(t, "POST", "/bio-pages", map[string]any{"handle": handle, "title": "Ada Lovelace", "blocks": blocks}).
		want(t, http.StatusCreated).json(t)
}

// exampleBlocks returns a valid block of each type but those that need an image.
func exampleBlocks(linkID string) []map[string]any {
	address := "https://example.com/a"
	return []map[string]any{
		{"type": "link", "url": address, "title": "Portfolio"},
		{"type": "heading", "text": "Talks", "level": 2},
		{"type": "text", "text": "I write **programs**."},
		{"type": "video", "url": "https://video.example/1"},
		{"type": "music", "url": "https://music.example/1"},
		{"type": "social", "items": []map[string]any{{"network": "github", "url": "https://github.com/ada"}}},
		{"type": "contact", "email": "ada@example.com", "phone": "+44 20 1234 5678"},
		{"type": "vcard", "name": "Ada Lovelace", "organization": "Analytical Engines"},
		{"type": "form", "title": "Newsletter", "button": "Subscribe", "consent": "I agree."},
		{"type": "faq", "items": []map[string]any{{"question": "Who?", "answer": "Ada."}}},
		{"type": "html", "html": "<p>Hello</p>"},
		{"type": "countdown", "at": "2026-05-01T12:00:00Z", "text": "Launch"},
		{"type": "divider"},
		{"type": "map", "query": "London"},
		{"type": "qr", "linkId": linkID},
		{"type": "product", "title": "Engine", "price": "19.90", "currency": "EUR", "url": address},
		{"type": "group", "title": "More", "blocks": []map[string]any{{"type": "heading", "text": "Inner", "level": 3}}},
	}
}

func TestBioPages_ReturnsTheBlocksOfEachType(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	l := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "launch"}).want(t, http.StatusCreated).json(t)
	blocks := exampleBlocks(l["id"].(string))
	if want := len(page.Bodies()) - 2; len(blocks) != want { // image and gallery
		t.Fatalf("%d examples, want %d", len(blocks), want)
	}
	made := u.createPage(t, "ada", blocks...)
	if made["url"] != "https://go.example.com/@ada" || made["revision"] != 1.0 || made["publishedRevision"] != nil || made["publishedAt"] != nil {
		t.Errorf("created %v", made)
	}
	got := u.call(t, "GET", "/bio-pages/"+made["id"].(string), nil).want(t, http.StatusOK).json(t)
	stored := got["blocks"].([]any)
	if len(stored) != len(blocks) {
		t.Fatalf("%d blocks, want %d", len(stored), len(blocks))
	}
	for i, b := range stored {
		b := b.(map[string]any)
		if b["type"] != blocks[i]["type"] || b["visible"] != true || b["id"] == "" || b["startsAt"] != nil {
			t.Errorf("block %d: %v", i, b)
		}
		for name, value := range blocks[i] {
			if _, list := value.([]map[string]any); !list && name != "level" && b[name] != value {
				t.Errorf("block %d: %s is %v, want %v", i, name, b[name], value)
			}
		}
	}
}

func TestBioPages_LinkBlockCreatesALink(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	made := u.createPage(t, "ada", map[string]any{"type": "link", "url": "https://example.com/p", "title": "Portfolio"})
	block := made["blocks"].([]any)[0].(map[string]any)
	l := u.call(t, "GET", "/links/"+block["linkId"].(string), nil).want(t, http.StatusOK).json(t)
	if l["url"] != "https://example.com/p" || l["title"] != "Portfolio" || block["shortUrl"] != l["shortUrl"] {
		t.Errorf("link %v, block %v", l, block)
	}
	// The block as it was returned refers to the same link.
	u.call(t, "PATCH", "/bio-pages/"+made["id"].(string), map[string]any{"blocks": made["blocks"]}).want(t, http.StatusOK)
	if total := u.call(t, "GET", "/links", nil).json(t)["total"]; total != 1.0 {
		t.Errorf("%v links, want 1", total)
	}
}

func TestBioPages_RejectsInvalidFields(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	many := slices.Repeat([]map[string]any{{"type": "divider"}}, page.MaxBlocks+1)
	for field, body := range map[string]map[string]any{
		"handle":            {"handle": "a b", "title": "Ada"},
		"title":             {"handle": "ada", "title": strings.Repeat("a", page.MaxTitle+1)},
		"domain":            {"handle": "ada", "title": "Ada", "domain": "other.example"},
		"theme.preset":      {"handle": "ada", "title": "Ada", "theme": map[string]any{"preset": "none"}},
		"blocks":            {"handle": "ada", "title": "Ada", "blocks": many},
		"endsAt":            {"handle": "ada", "title": "Ada", "endsAt": "1960-05-01T00:00:00Z"},
		"blocks[0].type":    {"handle": "ada", "title": "Ada", "blocks": []any{map[string]any{"type": "script"}}},
		"blocks[0].url":     {"handle": "ada", "title": "Ada", "blocks": []any{map[string]any{"type": "link", "title": "A", "url": "javascript:alert(1)"}}},
		"blocks[0].linkId":  {"handle": "ada", "title": "Ada", "blocks": []any{map[string]any{"type": "link", "title": "A", "linkId": "lnk_0000000000001"}}},
		"blocks[0].mediaId": {"handle": "ada", "title": "Ada", "blocks": []any{map[string]any{"type": "image", "mediaId": "med_0000000000001"}}},
		"blocks[0].items":   {"handle": "ada", "title": "Ada", "blocks": []any{map[string]any{"type": "faq", "items": slices.Repeat([]any{map[string]any{}}, 31)}}},
		"blocks[0].blocks[0].type": {"handle": "ada", "title": "Ada", "blocks": []any{map[string]any{
			"type": "group", "title": "A", "blocks": []any{map[string]any{"type": "group", "title": "B", "blocks": []any{}}},
		}}},
		"blocks[1].id": {"handle": "ada", "title": "Ada", "blocks": []any{
			map[string]any{"type": "divider", "id": "blk_0000000000002"}, map[string]any{"type": "divider", "id": "blk_0000000000002"},
		}},
	} {
		got := u.call(t, "POST", "/bio-pages", body).want(t, http.StatusUnprocessableEntity).problem(t)
		if len(got.Errors) != 1 || got.Errors[0].Field != field {
			t.Errorf("%s: errors %v", field, got.Errors)
		}
	}
}

func TestBioPages_PublishingNamesWhatADraftLacks(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	made := u.createPage(t, "ada", map[string]any{"type": "product", "title": "Engine"}, map[string]any{"type": "countdown"},
		map[string]any{"type": "video", "visible": false})
	path := "/bio-pages/" + made["id"].(string)
	countdown := made["blocks"].([]any)[1].(map[string]any)
	if at, ok := countdown["at"]; ok {
		t.Errorf("a countdown without an end has at: %v", at)
	}
	u.call(t, "PATCH", path, map[string]any{"blocks": made["blocks"]}).want(t, http.StatusOK)
	got := u.call(t, "POST", path+"/publish", nil).want(t, http.StatusUnprocessableEntity).problem(t)
	var fields []string
	for _, e := range got.Errors {
		fields = append(fields, e.Field)
	}
	want := []string{"blocks[0].price", "blocks[0].currency", "blocks[0].url", "blocks[1].at"}
	if !slices.Equal(fields, want) {
		t.Errorf("fields %v, want %v", fields, want)
	}
	stored := u.call(t, "GET", path, nil).want(t, http.StatusOK).json(t)
	if lacks := stored["incomplete"].([]any); len(lacks) != len(want) || lacks[3].(map[string]any)["field"] != "blocks[1].at" {
		t.Errorf("incomplete %v", lacks)
	}
	if stored["publishedRevision"] != nil || stored["unpublishedChanges"] != false {
		t.Errorf("stored %v", stored)
	}
}

func TestBioPages_HandleIsTakenOnceAndFreedOnDelete(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u, other := in.signUp(t), in.signUp(t)
	made := u.createPage(t, "ada")
	for handle, status := range map[string]int{"ADA": 409, "@ada": 409, "admin": 409, "login": 409} {
		if got := other.call(t, "POST", "/bio-pages", map[string]any{"handle": handle, "title": "X"}); got.status != status {
			t.Errorf("%s: %d, want %d", handle, got.status, status)
		}
	}
	u.call(t, "PATCH", "/bio-pages/"+made["id"].(string), map[string]any{"handle": "grace"}).want(t, http.StatusOK)
	other.createPage(t, "ada")
	u.call(t, "PATCH", "/bio-pages/"+made["id"].(string), map[string]any{"handle": "ada"}).want(t, http.StatusConflict)
	u.call(t, "DELETE", "/bio-pages/"+made["id"].(string), nil).want(t, http.StatusNoContent)
	u.createPage(t, "grace")
}

func TestBioPages_EnforcesTheLimitOfThePlan(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	u.createPage(t, "ada")
	got := u.call(t, "POST", "/bio-pages", map[string]any{"handle": "grace", "title": "Grace"}).want(t, http.StatusPaymentRequired).problem(t)
	if got.Code != "limit_reached" {
		t.Errorf("code %q", got.Code)
	}
}

func TestBioPages_PublishesRevertsAndRejectsStaleRevisions(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	made := u.createPage(t, "ada", map[string]any{"type": "heading", "text": "One"})
	path := "/bio-pages/" + made["id"].(string)
	published := u.call(t, "POST", path+"/publish", nil, "If-Match: \"1\"").want(t, http.StatusOK).json(t)
	if published["publishedRevision"] != 1.0 || published["publishedAt"] == nil {
		t.Errorf("published %v", published)
	}
	changed := u.call(t, "PATCH", path, map[string]any{"title": "Countess"}, "If-Match: \"1\"").want(t, http.StatusOK).json(t)
	if changed["revision"] != 2.0 || changed["publishedRevision"] != 1.0 {
		t.Errorf("changed %v", changed)
	}
	for _, stale := range []string{`"1"`, `"x"`} {
		u.call(t, "PATCH", path, map[string]any{"title": "Lost"}, "If-Match: "+stale).want(t, http.StatusPreconditionFailed)
		u.call(t, "POST", path+"/publish", nil, "If-Match: "+stale).want(t, http.StatusPreconditionFailed)
	}
	reverted := u.call(t, "POST", path+"/revert", map[string]any{"revision": 1}).want(t, http.StatusOK).json(t)
	if reverted["title"] != "Ada Lovelace" || reverted["revision"] != 3.0 {
		t.Errorf("reverted %v", reverted)
	}
	if old := u.call(t, "GET", path+"/revisions/2", nil).want(t, http.StatusOK).json(t); old["title"] != "Countess" {
		t.Errorf("revision 2 is %v", old)
	}
	u.call(t, "GET", path+"/revisions/9", nil).want(t, http.StatusNotFound)
	if got := u.call(t, "POST", path+"/unpublish", nil).want(t, http.StatusOK).json(t); got["publishedRevision"] != nil {
		t.Errorf("unpublished %v", got)
	}
}

func TestBioPages_RevisionsMergeTheChangesOfASession(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	path := "/bio-pages/" + u.createPage(t, "ada")["id"].(string)
	for i := range 5 {
		in.clock.Advance(time.Second)
		u.call(t, "PATCH", path, map[string]any{"title": fmt.Sprintf("Title %d", i)}).want(t, http.StatusOK)
	}
	in.clock.Advance(time.Hour)
	u.call(t, "PATCH", path, map[string]any{"title": "Later"}).want(t, http.StatusOK)
	list := u.call(t, "GET", path+"/revisions", nil).want(t, http.StatusOK).json(t)["items"].([]any)
	var numbers []float64
	for _, item := range list {
		numbers = append(numbers, item.(map[string]any)["revision"].(float64))
	}
	if !slices.Equal(numbers, []float64{7, 6}) {
		t.Errorf("revisions %v, want 7 and 6", numbers)
	}
}

func TestBioPages_OtherWorkspacesGetNotFound(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u, other := in.signUp(t), in.signUp(t)
	made := u.createPage(t, "ada")
	other.call(t, "GET", "/bio-pages/"+made["id"].(string), nil).want(t, http.StatusNotFound)
	if total := other.call(t, "GET", "/bio-pages", nil).json(t)["total"]; total != 0.0 {
		t.Errorf("%v pages", total)
	}
}

func TestBioPages_LanguageIsOneOfTheLanguagesOrNull(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	made := u.createPage(t, "ada")
	path := "/bio-pages/" + made["id"].(string)
	if language, ok := made["language"]; !ok || language != nil {
		t.Errorf("created in %v", language)
	}
	for _, language := range []any{"de", "zh-Hant", nil} {
		got := u.call(t, "PATCH", path, map[string]any{"language": language}).want(t, http.StatusOK).json(t)
		if got["language"] != language {
			t.Errorf("in %v, want %v", got["language"], language)
		}
	}
	got := u.call(t, "PATCH", path, map[string]any{"language": "xx"}).want(t, http.StatusUnprocessableEntity).problem(t)
	if len(got.Errors) != 1 || got.Errors[0].Field != "language" {
		t.Errorf("errors %v", got.Errors)
	}
}

func TestBioPages_AgeGateIsOneOfTheAges(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	made := u.createPage(t, "ada")
	path := "/bio-pages/" + made["id"].(string)
	if made["ageGate"] != 0.0 {
		t.Errorf("created with the gate %v", made["ageGate"])
	}
	for _, age := range []int{16, 18, 21, 0} {
		got := u.call(t, "PATCH", path, map[string]any{"ageGate": age}).want(t, http.StatusOK).json(t)
		if got["ageGate"] != float64(age) {
			t.Errorf("gate %v, want %d", got["ageGate"], age)
		}
	}
	for _, age := range []int{-1, 1, 17, 100} {
		got := u.call(t, "PATCH", path, map[string]any{"ageGate": age}).want(t, http.StatusUnprocessableEntity).problem(t)
		if len(got.Errors) != 1 || got.Errors[0].Field != "ageGate" {
			t.Errorf("gate %d: errors %v", age, got.Errors)
		}
	}
}
