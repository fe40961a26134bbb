package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"linnet/internal/base/ident"
)

// person is a client of a node with an account.
type person struct {
	t      *testing.T
	origin string
	token  string
	client *http.Client
	host   string // of the Host header; empty: that of origin
}

// signUp creates an account on the node at origin.
func signUp(t *testing.T, origin string) *person {
	t.Helper()
	p := &person{t: t, origin: origin, client: &http.Client{
		Timeout:       20 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	p.signUp("")
	return p
}

// signUp creates an account and logs in with it. A public install needs a code for the
// first one.
func (p *person) signUp(code string) {
	p.t.Helper()
	var answer struct{ Token string }
	p.call(http.MethodPost, "/auth/signup", map[string]any{
		"firstName": "Ada", "lastName": "Lovelace", "email": ident.New("ada") + "@example.com",
		"password": "Correct-Horse7", "passwordConfirmation": "Correct-Horse7",
		"country": "GB", "countryCode": "+44", "phoneNumber": "+441234567890", "ipAddress": "", "code": code,
	}, http.StatusCreated, &answer)
	p.token = answer.Token
}

// call calls the API and fails the test unless the response has the status.
func (p *person) call(method, path string, body any, status int, into any) {
	p.t.Helper()
	var sent io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			p.t.Fatal(err)
		}
		sent = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.origin+"/api/v1"+path, sent)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Host = p.host
	r.Header.Set("Content-Type", "application/json")
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	answer, err := p.client.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	if answer.StatusCode != status {
		p.t.Fatalf("%s %s answered %d, not %d: %s", method, path, answer.StatusCode, status, raw)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(raw, into); err != nil {
		p.t.Fatalf("%s %s: %v in %s", method, path, err, raw)
	}
}

// status posts to the API and returns the status.
func (p *person) status(path string, body any) int {
	p.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.origin+"/api/v1"+path, bytes.NewReader(raw))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+p.token)
	answer, err := p.client.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// visit opens a short link as a browser would and returns status and Location.
func (p *person) visit(path string) (status int, location string, err error) {
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.origin+path, nil)
	if err != nil {
		return 0, "", err
	}
	r.Host = p.host
	r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36")
	answer, err := p.client.Do(r)
	if err != nil {
		return 0, "", err
	}
	_, err = io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
	return answer.StatusCode, answer.Header.Get("Location"), err
}

// eventually calls check until it returns "". After a timeout it fails the test
// with the last result.
func eventually(t *testing.T, check func() (problem string)) {
	t.Helper()
	deadline := time.Now().Add(time.Minute) // a busy machine starts a node in half of it
	// The pauses grow, because the API answers a user's calls up to a rate.
	for pause := 20 * time.Millisecond; ; pause = min(pause*3/2, 300*time.Millisecond) {
		problem := check()
		if problem == "" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(problem)
		}
		<-time.After(pause)
	}
}
