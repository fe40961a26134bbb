package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"linnet/internal/core/access"
)

// formPage creates a page with two forms and a response to each, and to a form that is
// deleted. It returns the path of the page and the id of the first form's block.
func formPage(t *testing.T, in *install, u user) (path, block string) {
	t.Helper()
	made := u.createPage(t, "ada",
		map[string]any{"type": "form", "title": "Newsletter", "button": "Subscribe", "consent": "I agree."},
		map[string]any{"type": "group", "title": "More", "blocks": []map[string]any{
			{"type": "form", "title": "Waiting list", "button": "Join", "consent": "I agree."},
		}})
	id := made["id"].(string)
	block = made["blocks"].([]any)[0].(map[string]any)["id"].(string)
	for i, r := range [][2]string{{block, "Newsletter"}, {block, "Old title"}, {"blk_deleted", "Deleted form"}} {
		in.exec(t, `INSERT INTO bio_page_responses (id, page_id, block_id, form, email, consent, created_at) VALUES ($1, $2, $3, $4, $5, 'I agree.', $6)`,
			fmt.Sprintf("rsp_%013d", i+1), id, r[0], r[1], fmt.Sprintf("v%d@example.com", i), noon.UnixMilli()-int64(i))
	}
	return "/bio-pages/" + id, block
}

func TestBioPageForms_ListsTheDraftAndDeletedFormsWithCounts(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	path, block := formPage(t, in, u)
	got := u.call(t, "GET", path+"/forms", nil).want(t, http.StatusOK).json(t)["items"].([]any)
	var seen []string
	for _, item := range got {
		f := item.(map[string]any)
		seen = append(seen, fmt.Sprintf("%v %v %v %v", f["title"], f["inDraft"], f["responses"], f["latestAt"] != nil))
	}
	if want := "Newsletter true 2 true|Waiting list true 0 false|Deleted form false 1 true"; strings.Join(seen, "|") != want {
		t.Errorf("forms %v, want %s", seen, want)
	}
	if first := got[0].(map[string]any)["blockId"]; first != block {
		t.Errorf("block %v, want %s", first, block)
	}
}

func TestBioPageResponses_FilterExportAndDeletionSelectAForm(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	path, block := formPage(t, in, u)
	total := func(query string) any {
		return u.call(t, "GET", path+"/responses"+query, nil).want(t, http.StatusOK).json(t)["total"]
	}
	if all, one := total(""), total("?blockId="+block); all != 3.0 || one != 2.0 {
		t.Errorf("%v responses, %v of the form", all, one)
	}
	exported := u.call(t, "GET", path+"/responses/export?blockId="+block, nil).want(t, http.StatusOK)
	file := string(exported.body)
	if len(csvRows(t, exported)) != 3 || !strings.Contains(file, "v0@example.com") || strings.Contains(file, "Deleted form") {
		t.Errorf("file %q", file)
	}
	// A misspelled parameter would delete everything.
	u.call(t, "DELETE", path+"/responses?block="+block, nil).want(t, http.StatusUnprocessableEntity)
	if n := u.call(t, "DELETE", path+"/responses?blockId="+block, nil).want(t, http.StatusOK).json(t)["deleted"]; n != 2.0 {
		t.Errorf("deleted %v of the form", n)
	}
	if n := total(""); n != 1.0 {
		t.Errorf("%v remain", n)
	}
	if n := u.call(t, "DELETE", path+"/responses", nil).want(t, http.StatusOK).json(t)["deleted"]; n != 1.0 {
		t.Errorf("deleted %v of the page", n)
	}
	entries, _ := u.auditEntries(t, "?limit=10")
	deletions := 0
	for _, e := range entries {
		if e["action"] == "bio_page.responses_deleted" {
			deletions++
		}
	}
	if deletions != 2 {
		t.Errorf("%d entries about deletions in %v", deletions, entries)
	}
}

func TestBioPageResponses_AreHiddenFromViewersAndOtherWorkspaces(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	path, _ := formPage(t, in, u)
	viewer, other := in.member(t, u, access.Viewer), in.signUp(t)
	for _, c := range []struct{ method, path string }{
		{"GET", "/forms"}, {"GET", "/responses"}, {"GET", "/responses/export"}, {"DELETE", "/responses"}, {"DELETE", "/responses/rsp_0000000000001"},
	} {
		viewer.call(t, c.method, path+c.path, nil).want(t, http.StatusForbidden)
		other.call(t, c.method, path+c.path, nil).want(t, http.StatusNotFound)
	}
}
