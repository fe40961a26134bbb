package app

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/link"
	"linnet/internal/core/secondfactor"
	"linnet/internal/testkit"
)

// attempts are two nodes with an account that has two-factor authentication, and a link
// with a password.
type attempts struct {
	install *sharedInstall
	nodes   [2]*Node
	email   string
	userID  string
	alias   string
	secret  string // of the authenticator app
}

const rightPassword = "Correct-horse-battery-7!"

// newAttemptsTest returns two nodes that wait for the database up to a timeout.
func newAttemptsTest(t *testing.T, timeout time.Duration) *attempts {
	a := &attempts{install: newSharedInstall(t), email: "grace@example.com"}
	a.install.prepare = func(n *Node) { n.parts.services.attempts.Timeout = timeout }
	a.nodes = [2]*Node{a.install.run("here"), a.install.run("there")}
	owner := testkit.Owner(t, a.nodes[0].parts.records)
	s := a.nodes[0].parts.services
	made, err := s.accounts.Signup(t.Context(), account.SignupInput{
		FirstName: "Grace", LastName: "Hopper", Email: a.email, Password: rightPassword, PasswordConfirmation: rightPassword,
		Country: "US", CountryCode: "+1", PhoneNumber: "+12025550123",
	}, client("192.0.2.200"))
	if err != nil {
		t.Fatal(err)
	}
	session, err := s.accounts.Authenticate(t.Context(), made.Token)
	if err != nil {
		t.Fatal(err)
	}
	a.userID = session.UserID
	actor := access.Actor{UserID: session.UserID, SessionID: session.ID, AuthenticatedAt: time.Now()}
	var setup secondfactor.Setup
	if setup, err = s.secondFactors.Start(t.Context(), actor); err != nil {
		t.Fatal(err)
	}
	a.secret = setup.Secret
	if _, err := s.secondFactors.Confirm(t.Context(), actor, a.code(t)); err != nil {
		t.Fatal(err)
	}
	password := "open sesame"
	locked, err := s.links.Create(t.Context(), owner, link.Draft{
		Settings: link.Settings{URL: "https://example.com/locked", Title: "a title"}, Password: &password,
	})
	if err != nil {
		t.Fatal(err)
	}
	a.alias = locked.Alias()
	return a
}

func client(addr string) account.Client { return account.Client{Addr: netip.MustParseAddr(addr)} }

func (a *attempts) code(t *testing.T) string {
	t.Helper()
	code, err := totp.GenerateCode(a.secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// logIn returns the error of a login on a node.
func (a *attempts) logIn(n *Node, addr, password, code string) error {
	_, err := n.parts.services.accounts.Login(context.Background(), account.LoginInput{
		Email: a.email, Password: password, Factor: account.Factor{Code: code},
	}, client(addr))
	return err
}

// unlock returns the status of a password of the link on a node.
func (a *attempts) unlock(t *testing.T, n *Node, password string) int {
	t.Helper()
	return unlock(t, n, a.alias, password)
}

// unlock returns the status of a password of a link on a node.
func unlock(t *testing.T, n *Node, alias, password string) int {
	t.Helper()
	form := url.Values{"password": {password}}.Encode()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+n.Addr().String()+"/"+alias, strings.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = testkit.Host
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

// remainingCalls calls the API of a node and returns the remaining calls of this machine.
func remainingCalls(t *testing.T, n *Node) (left int) {
	t.Helper()
	response, err := get(t.Context(), n, "/api/v1/packages")
	if err != nil {
		t.Fatal(err)
	}
	header := response.Header.Get("RateLimit")
	if _, err := fmt.Sscanf(header, `"default";r=%d;`, &left); err != nil {
		t.Fatalf("the response %d has the limit %q: %v", response.StatusCode, header, err)
	}
	return left
}

// wantLimit wants n errors of one code, or none, and then RateLimited on both nodes.
func (a *attempts) wantLimit(t *testing.T, n int, before fault.Code, try func(*Node) error) {
	t.Helper()
	for i := range n {
		if err := try(a.nodes[i%2]); err == nil && before != "" || err != nil && !fault.Is(err, before) {
			t.Fatalf("attempt %d: %v", i, err)
		}
	}
	for i, node := range a.nodes {
		if err := try(node); !fault.Is(err, fault.RateLimited) {
			t.Errorf("after %d attempts on both nodes, node %d answers: %v", n, i, err)
		}
	}
}

// TestNodes_LimitAttemptsTogether makes attempts on two nodes in turn. They are limited
// as on one node.
func TestNodes_LimitAttemptsTogether(t *testing.T) {
	t.Parallel()
	a := newAttemptsTest(t, time.Minute) // a busy machine must not make the nodes count alone

	t.Run("right passwords and codes cost nothing", func(t *testing.T) {
		for i := range 24 { // the limits are 10 and 20
			if err := a.logIn(a.nodes[i%2], "192.0.2.1", rightPassword, ""); !fault.Is(err, fault.SecondFactor) {
				t.Fatalf("right password %d: %v", i, err)
			}
		}
	})
	t.Run("wrong passwords", func(t *testing.T) {
		a.wantLimit(t, 10, fault.Unauthenticated, func(n *Node) error { return a.logIn(n, "192.0.2.1", "wrong password", "") })
	})
	t.Run("wrong codes", func(t *testing.T) {
		a.wantLimit(t, 10, fault.SecondFactor, func(n *Node) error { return a.logIn(n, "192.0.2.2", rightPassword, "000000") })
	})
	t.Run("concurrent wrong passwords", func(t *testing.T) {
		var wrong, limited atomic.Int64
		var working sync.WaitGroup
		for i := range 60 {
			working.Go(func() {
				switch err := a.logIn(a.nodes[i%2], "192.0.2.5", "wrong password", ""); {
				case fault.Is(err, fault.Unauthenticated):
					wrong.Add(1)
				case fault.Is(err, fault.RateLimited):
					limited.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		working.Wait()
		if wrong.Load() != 10 || limited.Load() != 50 {
			t.Errorf("%d passwords were verified and %d attempts refused, want 10 and 50", wrong.Load(), limited.Load())
		}
	})
	t.Run("a reset on one node holds on the other", func(t *testing.T) {
		// "wrong passwords" has exhausted the limit of this network on both nodes.
		secret, now := ident.NewSecret(""), time.Now()
		if err := a.nodes[1].parts.records.InsertReset(t.Context(), secret.Hash, a.userID, now, now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		const newPassword = "Another-horse-battery-8!"
		s := a.nodes[1].parts.services
		if err := s.accounts.ResetPassword(t.Context(), account.Reset{Token: secret.Text, Password: newPassword, Confirmation: newPassword}, client("192.0.2.1")); err != nil {
			t.Fatal(err)
		}
		await(t, func() string {
			if err := a.logIn(a.nodes[0], "192.0.2.1", newPassword, ""); !fault.Is(err, fault.SecondFactor) {
				return err.Error()
			}
			return ""
		})
	})
	t.Run("reset mails", func(t *testing.T) {
		a.wantLimit(t, 20, "", func(n *Node) error {
			return n.parts.services.accounts.ForgotPassword(t.Context(), "unknown@example.com", client("192.0.2.3"))
		})
	})
	t.Run("link passwords", func(t *testing.T) {
		var got [7]int
		for i := range got {
			got[i] = a.unlock(t, a.nodes[i%2], "wrong")
		}
		if want := [7]int{403, 403, 403, 403, 403, 429, 429}; got != want {
			t.Errorf("the answers are %v, want %v", got, want)
		}
	})
	t.Run("API calls", func(t *testing.T) {
		for range 300 {
			remainingCalls(t, a.nodes[0])
		}
		polls := 0
		await(t, func() string {
			polls++
			if left := remainingCalls(t, a.nodes[1]); left > 500-polls {
				return fmt.Sprintf("after %d calls, the other node has %d left", polls, left)
			}
			return ""
		})
	})
	t.Run("the database has no address", func(t *testing.T) {
		var keys, short int
		a.query(t, a.install.cfg.DatabaseURL, `SELECT count(*), count(*) FILTER (WHERE octet_length(key) <> 16) FROM attempts`, &keys, &short)
		if keys < 10 || short > 0 {
			t.Errorf("%d keys, of which %d are not hashes", keys, short)
		}
	})
}

// query executes a statement of a database, and reads its row into variables, if any.
func (a *attempts) query(t *testing.T, database, statement string, into ...any) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // also of a test that ends
	defer cancel()
	c, err := pgx.Connect(ctx, database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(ctx) }()
	if len(into) == 0 {
		_, err = c.Exec(ctx, statement)
	} else {
		err = c.QueryRow(ctx, statement).Scan(into...)
	}
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// TestNodes_CountAttemptsAloneWithoutTheDatabase takes the table of attempts away, and
// then the whole database. Visitors get answers, limited by the count of their node.
func TestNodes_CountAttemptsAloneWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	a := newAttemptsTest(t, 100*time.Millisecond)
	database := a.install.cfg.DatabaseURL
	if got := a.unlock(t, a.nodes[0], "open sesame"); got != http.StatusSeeOther { // the link is cached now
		t.Fatalf("a right password answers %d", got)
	}

	t.Run("a locked table", func(t *testing.T) {
		c, err := pgx.Connect(t.Context(), database)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close(context.Background()) }()
		for _, statement := range []string{`BEGIN`, `LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE`} {
			if _, err := c.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 10 {
			if err := a.logIn(a.nodes[0], "192.0.2.4", "wrong password", ""); !fault.Is(err, fault.Unauthenticated) {
				t.Fatalf("wrong password %d: %v", i, err)
			}
		}
		if err := a.logIn(a.nodes[0], "192.0.2.4", "wrong password", ""); !fault.Is(err, fault.RateLimited) {
			t.Errorf("the count of the node is exceeded: %v", err)
		}
	})
	t.Run("no database", func(t *testing.T) {
		u, err := url.Parse(database)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(u.Path, "/")
		u.Path = "/postgres"
		a.query(t, u.String(), `ALTER DATABASE `+name+` ALLOW_CONNECTIONS false`)
		t.Cleanup(func() { a.query(t, u.String(), `ALTER DATABASE `+name+` ALLOW_CONNECTIONS true`) })
		var ended int
		a.query(t, u.String(), fmt.Sprintf(
			`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '%s'`, name), &ended)
		var got [6]int
		for i := range got {
			got[i] = a.unlock(t, a.nodes[0], "wrong")
		}
		if want := [6]int{403, 403, 403, 403, 429, 429}; got != want { // after the right one
			t.Errorf("%d connections were ended; the answers are %v, want %v", ended, got, want)
		}
	})
}
