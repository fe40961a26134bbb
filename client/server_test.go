package client_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"testing"

	"linnet/client"
	"linnet/internal/app"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/testkit"
)

// serve runs a node until the test ends, and returns a client with an API key of a new workspace.
func serve(t *testing.T, scopes ...string) *client.Client {
	t.Helper()
	testkit.Long(t)
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: testkit.SQLiteDir(t), PublicURL: "http://" + addr, JournalSync: "second"}
	node, err := app.New(t.Context(), cfg, app.Log{Logger: slog.New(slog.DiscardHandler), Lines: logqueue.New(io.Discard)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- node.Run(ctx) }()
	select {
	case <-node.Ready():
	case err := <-done:
		t.Fatalf("the node ended at once: %v", err)
	}
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-done, node.Close()); err != nil {
			t.Error(err)
		}
	})
	var account struct{ Token string }
	post(t, cfg.PublicURL+"/api/v1/auth/signup", "", map[string]any{
		"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com",
		"password": "Correct-Horse7", "passwordConfirmation": "Correct-Horse7",
		"country": "GB", "countryCode": "+44", "phoneNumber": "+441234567890", "ipAddress": "", "code": "",
	}, &account)
	var key struct{ Key string }
	post(t, cfg.PublicURL+"/api/v1/api-keys", account.Token, map[string]any{"name": "Test", "scopes": scopes}, &key)
	return &client.Client{URL: cfg.PublicURL, APIKey: key.Key}
}

func post(t *testing.T, url, token string, body, into any) {
	t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(sent))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		t.Fatalf("POST %s answered %s", url, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}

func TestClient_ChangesALink(t *testing.T) {
	t.Parallel()
	c := serve(t, "links:write")
	ctx := t.Context()
	created, err := c.CreateLink(ctx, client.CreateLink{
		URL:   "https://example.com/",
		Alias: client.Set("launch"),
		Title: client.Set("Launch"),
		Tags:  client.Set([]string{"spring"}),
		Rules: client.Set([]client.RuleInput{{
			When: client.Condition{Not: &client.Condition{Field: "country", Op: "in", Values: []any{"DE"}}},
			Then: client.Action{Redirect: "https://example.com/abroad"},
		}}),
	})
	if err != nil {
		t.Fatal(err)
	}
	read, err := c.GetLink(ctx, created.ID)
	if err != nil || *read.Title != "Launch" || len(read.Rules) != 1 || read.Rules[0].When.Not.Field != "country" {
		t.Fatalf("%+v, %v", read, err)
	}
	changed, err := c.UpdateLink(ctx, created.ID, client.UpdateLink{Title: client.Clear[string](), URL: client.Set("https://example.com/2")})
	if err != nil || changed.Title != nil || changed.URL != "https://example.com/2" || !slices.Equal(changed.Tags, []string{"spring"}) {
		t.Fatalf("%+v, %v", changed, err)
	}
	if err := c.DeleteLink(ctx, created.ID); err != nil {
		t.Fatal(err)
	}
	var problem *client.Error
	if _, err := c.GetLink(ctx, created.ID); !errors.As(err, &problem) || problem.Status != http.StatusNotFound || problem.RequestID == "" {
		t.Errorf("a deleted link: %v", err)
	}
}

func TestClient_ReturnsErrorsOfFields(t *testing.T) {
	t.Parallel()
	c := serve(t, "links:write")
	_, err := c.CreateLink(t.Context(), client.CreateLink{URL: "nowhere", Alias: client.Set("a b")})
	var problem *client.Error
	if !errors.As(err, &problem) || problem.Code != client.ErrorCodeInvalid {
		t.Fatal(err)
	}
	fields := map[string]bool{}
	for _, field := range problem.Errors {
		fields[field.Field] = field.Message != ""
	}
	if !fields["url"] || !fields["alias"] {
		t.Errorf("errors of %v", problem.Errors)
	}
	if _, err := c.GetAnalytics(t.Context(), client.GetAnalyticsParams{GroupBy: client.GroupByCount}); !errors.As(err, &problem) ||
		problem.Code != client.ErrorCodeInsufficientScope {
		t.Errorf("without the scope: %v", err)
	}
}

func TestClient_IteratesOverPages(t *testing.T) {
	t.Parallel()
	c := serve(t, "links:write")
	var links []client.CreateLink
	for i := range 7 {
		links = append(links, client.CreateLink{URL: fmt.Sprint("https://example.com/", i), Alias: client.Set(fmt.Sprint("l", i))})
	}
	if _, err := c.CreateLinks(t.Context(), client.CreateLinks{Links: links}); err != nil {
		t.Fatal(err)
	}
	aliases := func(most int) (found []string) {
		for link, err := range c.ListLinks(t.Context(), client.ListLinksParams{Limit: new(int64(3)), Sort: "alias"}) {
			if err != nil {
				t.Fatal(err)
			}
			if found = append(found, link.Alias); len(found) == most {
				break
			}
		}
		return found
	}
	if got := aliases(0); !slices.Equal(got, []string{"l0", "l1", "l2", "l3", "l4", "l5", "l6"}) {
		t.Errorf("listed %v", got)
	}
	if got := aliases(4); len(got) != 4 {
		t.Errorf("listed %v, not the first four", got)
	}
	for _, err := range c.ListLinks(t.Context(), client.ListLinksParams{Sort: "size"}) {
		if err == nil {
			t.Error("an unknown order has no error")
		}
	}
}

func TestClient_KnowsItsKeyDomainsFiguresAndCodes(t *testing.T) {
	t.Parallel()
	c := serve(t, "links:write", "analytics:read", "qr:write", "domains:read")
	ctx := t.Context()
	if key, err := c.GetCurrentAPIKey(ctx); err != nil || key.Name != "Test" || len(key.Scopes) != 4 {
		t.Errorf("%+v, %v", key, err)
	}
	for domain, err := range c.ListDomains(ctx, client.ListDomainsParams{}) {
		if err != nil || domain.Host == "" {
			t.Errorf("%+v, %v", domain, err)
		}
	}
	link, err := c.CreateLink(ctx, client.CreateLink{URL: "https://example.com/"})
	if err != nil {
		t.Fatal(err)
	}
	image, err := c.DrawQR(ctx, client.DrawQRParams{LinkID: link.ID, Format: "svg", Margin: new(int64(0))})
	if err != nil || !bytes.Contains(image, []byte("<svg")) {
		t.Errorf("%.80s, %v", image, err)
	}
	code, err := c.CreateQRCode(ctx, client.CreateQRCode{LinkID: client.Set(link.ID), Name: client.Set("Poster")})
	if err != nil || *code.Name != "Poster" {
		t.Errorf("%+v, %v", code, err)
	}
	count, err := c.GetAnalytics(ctx, client.GetAnalyticsParams{GroupBy: client.GroupByCount, LinkID: []string{link.ID}})
	if err != nil || count.Clicks != 0 {
		t.Errorf("%+v, %v", count, err)
	}
	tag, err := c.CreateTag(ctx, client.TagInput{Name: client.Set("spring"), Color: client.Set("#1f6feb")})
	if err != nil || tag.Color == nil {
		t.Errorf("%+v, %v", tag, err)
	}
	if folder, err := c.CreateFolder(ctx, client.FolderInput{Name: client.Set("Campaigns")}); err != nil || folder.Name != "Campaigns" {
		t.Errorf("%+v, %v", folder, err)
	}
}
