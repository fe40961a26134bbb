package httpapi_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/sealed"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/alert"
	"linnet/internal/core/apikey"
	"linnet/internal/core/audit"
	"linnet/internal/core/billing"
	"linnet/internal/core/conversion"
	"linnet/internal/core/dataexport"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/idempotency"
	"linnet/internal/core/job"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/linkchange"
	"linnet/internal/core/media"
	"linnet/internal/core/member"
	"linnet/internal/core/notify"
	"linnet/internal/core/operator"
	"linnet/internal/core/outbox"
	"linnet/internal/core/page"
	"linnet/internal/core/page/pageimport"
	"linnet/internal/core/page/sitematch"
	"linnet/internal/core/passkey"
	"linnet/internal/core/pixels"
	"linnet/internal/core/plan"
	"linnet/internal/core/qr"
	"linnet/internal/core/queue"
	"linnet/internal/core/redirectcheck"
	"linnet/internal/core/retention"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/savedview"
	"linnet/internal/core/scheduledreport"
	"linnet/internal/core/secondfactor"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/share"
	"linnet/internal/core/singlesignon"
	"linnet/internal/core/transfer"
	"linnet/internal/core/utm"
	"linnet/internal/core/visitor"
	"linnet/internal/core/webhook"
	"linnet/internal/core/workspace"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/biopage"
	"linnet/internal/edge/httpapi"
	"linnet/internal/infra/imaging"
	"linnet/internal/infra/mediafiles"
	"linnet/internal/infra/openid"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

const goodPassword = "Correct-Horse-1"

// noon is when every test begins.
var noon = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)

// install is a whole Linnet behind its API, on a store of its own.
type install struct {
	api     *httpapi.API
	url     string
	clock   *clock.Manual
	dir     string
	records *records.Store
	log     *bytes.Buffer
	users   int

	planRequests planRequests
	accounts     *account.Service

	secretKey   sealed.Key
	conversions *conversion.Service
	jobs        *queue.Queue

	media      *media.Service
	mediaFiles *mediafiles.Folder
	pages      *page.Service
	reports    *scheduledreport.Service
	alerts     *alert.Service
	site       oneSite
}

// testAddr is a header that says where a call comes from.
const testAddr = "X-Test-Addr"

func newInstall(t testing.TB, change ...func(*httpapi.Deps)) *install {
	t.Helper()
	return newInstallWith(t, settings{}, change...)
}

// settings are those of an install that tests choose.
type settings struct {
	verifyEmail bool           // a mail server is configured
	records     *records.Store // nil: a new one; exec and query work on that only
	// links replaces the record store of the links service.
	links func(link.Store) link.Store
}

func newInstallWith(t testing.TB, with settings, change ...func(*httpapi.Deps)) *install {
	t.Helper()
	in := &install{clock: clock.NewManual(noon), dir: testkit.SQLiteDir(t), records: with.records, log: &bytes.Buffer{}}
	if in.records == nil {
		var err error
		if in.records, err = records.Open(t.Context(), records.Options{Dir: in.dir}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = in.records.Close() })
	}
	records := in.records
	hasher := password.New(password.Params{MemoryKiB: 8, Iterations: 1})
	plans := plan.BuiltIn()
	limits := planLimits{records: records, plans: plans}
	notices := notify.New(notify.Deps{Store: records, Limits: limits.Limits, Usage: records, Clock: in.clock, Log: slog.New(slog.DiscardHandler)})
	factors := secondfactor.NewVerifier(secondfactor.VerifierDeps{
		Store: records, Box: sealed.New().Box("totp"), Notices: noSecurityMail{notices}, Clock: in.clock, Log: slog.New(slog.DiscardHandler),
	})
	accounts := account.NewService(account.Deps{
		Store: records, VerifySecondFactor: factors.VerifyLogin, Hasher: hasher, Clock: in.clock, Mailer: noMail{}, Outbox: outbox.New(records, in.clock), Notices: notices, Agents: noAgents{}, Places: noPlaces{},
		PublicURL: "https://go.example.com", Local: true, VerifyEmail: with.verifyEmail, Log: slog.New(slog.DiscardHandler),
	})
	in.accounts = accounts
	passkeys, err := passkey.New(passkey.Deps{
		Store: records, EmailOf: accounts.EmailOf, RecordAuthentication: accounts.RecordAuthentication, Notices: noSecurityMail{notices}, PublicURL: "https://go.example.com", Clock: in.clock,
		Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	in.secretKey = sealed.New()
	signOn := singlesignon.New(singlesignon.Deps{
		Store: records, Provider: openid.New(localCalls().HTTP(), in.clock), Prove: accounts.Prove, UserOfPasskey: passkeys.SignIn, Limits: limits.Limits, Notices: noSecurityMail{notices},
		Box: in.secretKey.Box("sso"), CheckEmail: account.CheckEmail, CallbackURL: "https://go.example.com" + httpapi.Prefix + "/auth/oidc",
		Clock: in.clock, Security: securitylog.New(slog.New(slog.NewTextHandler(in.log, nil)), in.clock), Log: slog.New(slog.DiscardHandler),
	})
	in.mediaFiles = mediafiles.NewFolder(filepath.Join(in.dir, "media"), in.clock)
	in.media = media.New(media.Deps{
		Store: records, Files: in.mediaFiles, Processor: imaging.New(pixels.NewBudget(1 << 30)), Limits: limits.Limits, Clock: in.clock,
		Log: slog.New(slog.DiscardHandler),
	})
	codes := qr.NewService(records, imaging.NewLibrary(in.media), limits.Room, pixels.NewBudget(1<<30), in.clock)
	domains := domain.New(domain.Deps{
		Store: records, Clock: in.clock, Resolver: noDNS{}, Limits: testkit.Unguarded{}.Limits, CheckLook: codes.CheckLook,
		Operator: operator.New(operator.Deps{Store: records, Clock: in.clock}).Cause,
		RoleIn: func(ctx context.Context, userID, workspaceID string) (access.Role, error) {
			m, err := records.Membership(ctx, userID, "", workspaceID)
			return m.Role, err
		},
	})
	if _, err := domains.EnsureDefault(t.Context(), "https://go.example.com", false); err != nil {
		t.Fatal(err)
	}
	linkStore := link.Store(records)
	if with.links != nil {
		linkStore = with.links(records)
	}
	links := link.New(link.Deps{Store: linkStore, Domains: domains, Hasher: hasher, Clock: in.clock}, limits)
	pages := page.New(page.Deps{
		Store: records, Domains: domains, Builder: links.Builder,
		Renderer: biopage.NewRenderer(), CheckEmail: account.CheckEmail, Scheme: "https", Clock: in.clock,
	}, pageGuards{limits, links})
	in.pages = pages
	late := &lateClicks{records: records}
	shares := share.New(share.Deps{Store: records, Hasher: hasher, Figures: late, Clock: in.clock})
	in.reports = scheduledreport.New(scheduledreport.Deps{
		Store: records, Figures: late, ActorFor: workspace.NewService(records, plans.Limits, in.clock).ActorFor, Clock: in.clock,
		Log: slog.New(slog.DiscardHandler),
	})
	in.alerts = alert.New(alert.Deps{
		Store: records, Reports: late, ActorFor: workspace.NewService(records, plans.Limits, in.clock).ActorFor, Clock: in.clock,
		Log: slog.New(slog.DiscardHandler),
	})
	in.conversions = conversion.NewService(conversion.Deps{Store: records, Clicks: late, OnTheWay: late.onTheWay, Clock: in.clock, Log: slog.New(slog.DiscardHandler)})
	jobs := job.NewService(records, limits.Limits, in.clock)
	records.Subscribe(jobs.OnEvent)
	transfers := transfer.NewService(transfer.Deps{
		Store: records, Files: records, Jobs: jobs, Links: links, Folders: label.NewService(records, in.clock),
		ActorFor: workspace.NewService(records, plans.Limits, in.clock).ActorFor, Clock: in.clock, Scheme: "https",
	})
	archives := qr.NewArchiver(qr.ArchiverDeps{
		Codes: codes, Jobs: jobs, Files: records, ActorFor: workspace.NewService(records, plans.Limits, in.clock).ActorFor,
		Text: httpapi.QRCodeText("https"), Clock: in.clock,
	})
	changes := linkchange.NewService(linkchange.Deps{
		Steps: records, Files: records, Jobs: jobs, Links: links, ActorFor: workspace.NewService(records, plans.Limits, in.clock).ActorFor, Clock: in.clock,
	})
	retrievals := retrieval.NewService(retrieval.Deps{
		Steps: records, Files: records, Jobs: jobs, Transfers: transfers, Open: openOldLinks,
		ActorFor: workspace.NewService(records, plans.Limits, in.clock).ActorFor, Box: in.secretKey.Box("keys of shorteners"), Clock: in.clock,
	})
	checks := redirectcheck.NewService(redirectcheck.Deps{
		Steps: records, Files: records, Jobs: jobs, Links: links, Asker: oldServer{},
		ActorFor: workspace.NewService(records, plans.Limits, in.clock).ActorFor, Clock: in.clock,
	})
	runner := job.NewRunner(job.RunnerDeps{
		Store: records, Handlers: jobHandlers(transfers, archives, changes, retrievals, checks), Clock: in.clock, Log: slog.New(slog.DiscardHandler),
		Ended: func(ctx context.Context, j job.Job) { _ = notices.JobEnded(ctx, j) },
	})
	exports := dataexport.New(dataexport.Deps{Store: records, WriteLinks: transfers.WriteLinks, Clock: in.clock})
	in.jobs = queue.New(queue.Deps{
		Store: records, Kinds: []queue.Kind{runner.Kind(), exports.Kind()}, Clock: in.clock, Log: slog.New(slog.DiscardHandler),
	})
	security := securitylog.New(slog.New(slog.NewTextHandler(in.log, nil)), in.clock)
	keys := apikey.New(apikey.Deps{Store: records, Clock: in.clock, Security: security, Log: slog.New(slog.DiscardHandler)})
	records.Subscribe(keys.OnEvent)
	payments := billing.New(billing.Deps{
		Store: records, Plans: plans, Usage: records, SiteURL: "https://go.example.com",
		Mail: func(billing.Notification) (queue.NewTask, error) {
			return queue.NewTask{Kind: outbox.TaskKind, Key: ident.New("mail")}, nil
		},
		Clock: in.clock, Log: slog.New(slog.DiscardHandler),
	})
	o := httpapi.Deps{
		Limiter: apikit.NewRateLimiter(in.clock, nil),
		Services: httpapi.Services{
			Webhooks: webhook.New(webhook.Deps{
				Store: records, Sender: outbound.NewWebhookClient("Linnet", nil), Box: in.secretKey.Box("webhook"), Scheme: "https", Clock: in.clock,
				Log: slog.New(slog.DiscardHandler),
			}),
			APIKeys:        keys,
			AuditLog:       audit.New(records, in.clock),
			DataExports:    exports,
			Jobs:           jobs,
			Transfers:      transfers,
			LinkChanges:    changes,
			Retrievals:     retrievals,
			RedirectChecks: checks,
			Accounts:       accounts,
			SecondFactors: secondfactor.New(secondfactor.Deps{
				Verifier:        factors,
				EmailOf:         accounts.EmailOf,
				ConfirmPassword: accounts.ConfirmPassword,
			}),
			Passkeys:      passkeys,
			SingleSignOn:  signOn,
			Plans:         plans,
			Billing:       payments,
			Notifications: notices,
			Workspaces:    workspace.NewService(records, plans.Limits, in.clock),
			PlanRequests: workspace.NewPlanRequests(workspace.PlanRequestDeps{
				Store: records, Offered: plans.Offers, Send: in.planRequests.add, Clock: in.clock,
			}),
			Members: member.New(member.Deps{
				Store: records, Limits: limits.Limits, Outbox: outbox.New(records, in.clock), CheckEmail: account.CheckEmail,
				PublicURL: "https://go.example.com", Clock: in.clock,
			}),
			Links:          links,
			Labels:         label.NewService(records, in.clock),
			UTMConventions: utm.NewService(records, in.clock),
			Domains:        domains,
			DomainOverview: domain.NewOverview(records, in.clock.Now),
			Conversions:    in.conversions,
			Shares:         shares,
			QRCodes:        codes,
			QRArchives:     archives,
			QRPresets:      qr.NewPresets(codes),
			PublicQRCodes:  qr.NewPublic(codes, sealed.New().Box("qr")),
			BioPages:       pages,
			ConvertBioPage: pageimport.NewService().Convert,
			BioPageSites:   sitematch.NewService(&in.site, page.CheckAddress, in.clock),
			Media:          in.media,
			SavedViews:     savedview.NewService(records, in.clock),
			Reports:        in.reports,
			Alerts:         in.alerts,
			Operators:      operator.New(operator.Deps{Store: records, Domains: defaultDomainOnly{domains}, Plans: plans, Clock: in.clock}),
			Retention: retention.New(retention.Deps{
				Store: records, Clicks: noClicks{}, Counters: noCounters{}, Limits: plans.Limits, Rounds: noRounds{},
				Clock: in.clock, Log: slog.New(slog.DiscardHandler),
			}),
			Usage:       records,
			Overview:    func(context.Context) (operator.Overview, error) { return operator.Overview{}, nil },
			Certificate: func(context.Context, string) string { return "none" },
		},
		Responses: idempotency.New(records, in.clock, slog.New(slog.DiscardHandler)),
		PublicURL: &url.URL{Scheme: "https", Host: "go.example.com"},
		ClientAddr: func(r *http.Request) netip.Addr {
			if addr, err := netip.ParseAddr(r.Header.Get(testAddr)); err == nil {
				return addr
			}
			return netip.MustParseAddr("203.0.113.7")
		},
		Clock: in.clock, Log: slog.New(slog.NewTextHandler(in.log, nil)),
	}
	for _, c := range change {
		c(&o)
	}
	in.api = httpapi.New(o)
	records.Subscribe(in.api.OnEvent)
	server := httptest.NewServer(in.api)
	t.Cleanup(server.Close)
	t.Cleanup(in.api.Close) // first, or the server would wait for streams
	in.url = server.URL + httpapi.Prefix
	return in
}

// jobHandlers returns the handlers of jobs, as app does.
func jobHandlers(
	transfers *transfer.Service, archives *qr.Archiver, changes *linkchange.Service, retrievals *retrieval.Service,
	checks *redirectcheck.Service,
) map[job.Kind]job.Handler {
	handlers := transfers.Handlers()
	handlers[job.Change] = changes.Run
	handlers[job.Retrieval] = retrievals.Run
	handlers[job.Check] = checks.Run
	links := handlers[job.Export]
	handlers[job.Export] = func(ctx context.Context, j job.Job, owner string) error {
		if qr.IsArchive(j) {
			return archives.Run(ctx, j, owner)
		}
		return links(ctx, j, owner)
	}
	return handlers
}

// defaultDomainOnly resolves only the default domain.
type defaultDomainOnly struct{ domains *domain.Service }

func (d defaultDomainOnly) Resolve(ctx context.Context, host string) (domainID string, caseSensitive bool, err error) {
	own, err := d.domains.Default(ctx)
	if err == nil && host != "" && host != own.Host {
		err = fault.New(fault.NotFound, "There is no such domain.")
	}
	return own.ID, own.CaseSensitive, err
}

// localCalls returns a client that may call servers of tests.
func localCalls() *outbound.Client {
	return outbound.New(outbound.Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
}

// planLimits are the limits of the workspace's plan.
type planLimits struct {
	testkit.Unguarded
	records *records.Store
	plans   *plan.Catalog
}

func (l planLimits) Limits(ctx context.Context, workspaceID string) (plan.Limits, error) {
	w, err := l.records.Workspace(ctx, workspaceID)
	return l.plans.Limits(w.Plan), err
}

func (l planLimits) UTMConventions(ctx context.Context, workspaceID string) (utm.Conventions, error) {
	return l.records.UTMConventions(ctx, workspaceID)
}

// pageGuards reserve the handles that links must not have.
type pageGuards struct {
	planLimits
	links *link.Service
}

func (g pageGuards) PageReserved(handle string, onDefault bool) bool {
	return g.links.Reserved(handle, onDefault)
}

// noClicks is a click store without clicks, noCounters their counters.
type (
	noClicks   struct{}
	noCounters struct{}
)

func (noClicks) DeleteBefore(context.Context, uint64, time.Time) (int64, error) { return 0, nil }
func (noClicks) DeleteLink(context.Context, uint64, uint64) (int64, error)      { return 0, nil }
func (noClicks) Newest(context.Context) (time.Time, error)                      { return time.Time{}, nil }

func (noCounters) DeleteLink(ctx context.Context, _, _ string, del func(context.Context) (int64, error)) error {
	_, err := del(ctx)
	return err
}

func (noCounters) DeleteIn(ctx context.Context, _ string, del func(context.Context) (int64, error)) error {
	_, err := del(ctx)
	return err
}

// noRounds is an install whose retention never ran.
type noRounds struct{}

func (noRounds) LastRound() (time.Time, error) { return time.Time{}, nil }
func (noRounds) SetLastRound(time.Time) error  { return nil }

// planRequests are the requests for plans that reached the operator.
type planRequests []workspace.PlanRequest

func (p *planRequests) add(_ context.Context, _ string, r workspace.PlanRequest) error {
	*p = append(*p, r)
	return nil
}

type noMail struct{}

func (noMail) PasswordReset(context.Context, account.Recipient, string, time.Duration) error {
	return nil
}
func (noMail) Invitation(context.Context, account.Recipient, string, time.Duration) error { return nil }
func (noMail) PasswordChanged(context.Context, account.Recipient, time.Time) error        { return nil }
func (noMail) EmailChanged(context.Context, account.Recipient, time.Time) error           { return nil }
func (noMail) AccountDeleted(context.Context, account.Recipient, time.Time) error         { return nil }
func (noMail) EmailVerification(context.Context, account.Recipient, string, time.Duration) error {
	return nil
}
func (noMail) EmailChange(context.Context, account.Recipient, string, string, time.Duration) error {
	return nil
}

// noSecurityMail notifies users in the app only.
type noSecurityMail struct{ *notify.Service }

func (noSecurityMail) SecurityMail(userID string, kind event.Kind) (queue.NewTask, error) {
	return queue.NewTask{Kind: "none", Key: ident.New("mail"), Payload: userID + string(kind)}, nil
}

// noDNS is a DNS without records.
type noDNS struct{}

func (noDNS) TXT(context.Context, string) ([]string, error)       { return nil, nil }
func (noDNS) Route(context.Context, string) (domain.Route, error) { return domain.Route{}, nil }

type noAgents struct{}

func (noAgents) Parse(string) visitor.Agent { return visitor.Agent{Browser: "Firefox", OS: "Linux"} }

type noPlaces struct{}

func (noPlaces) Locate(netip.Addr) visitor.Place { return visitor.Place{} }

// reply is an answer with its body read.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// json reads the body into a tree.
func (r reply) json(t testing.TB) map[string]any {
	t.Helper()
	var tree map[string]any
	if err := json.Unmarshal(r.body, &tree); err != nil {
		t.Fatalf("status %d, body %q: %v", r.status, r.body, err)
	}
	return tree
}

// problem is the document of a failure, with the faulty fields in order.
type problem struct {
	Type, Title, Detail, Code, Message string
	Status                             int
	Errors                             []struct{ Field, Message string }
	Quota                              *struct {
		Name, URL   string
		Used, Limit int
	}
}

func (r reply) problem(t testing.TB) problem {
	t.Helper()
	if got := r.header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("content type %q of status %d, want a problem document; body %q", got, r.status, r.body)
	}
	var p problem
	if err := json.Unmarshal(r.body, &p); err != nil {
		t.Fatalf("%q: %v", r.body, err)
	}
	if p.Status != r.status || p.Title != http.StatusText(r.status) || p.Type != "/docs/api#error-"+p.Code || p.Message == "" || p.Errors == nil {
		t.Errorf("status %d with the incomplete problem %s", r.status, r.body)
	}
	return p
}

// fields are the faulty fields of a problem, "field: sentence".
func (p problem) fields() []string {
	out := []string{}
	for _, e := range p.Errors {
		out = append(out, e.Field+": "+e.Message)
	}
	return out
}

// user sends requests with a session token; without a token, anonymous ones.
type user struct {
	in          *install
	token       string
	id          string
	workspaceID string // sent as Linnet-Workspace unless empty
}

func (in *install) anonymous() user { return user{in: in} }

// signUp creates a user with a workspace.
func (in *install) signUp(t testing.TB) user {
	t.Helper()
	in.users++
	email := fmt.Sprintf("ada%d@example.com", in.users)
	r := in.anonymous().call(t, "POST", "/auth/signup", signup(map[string]any{"email": email}), fmt.Sprintf("%s: 192.0.2.%d", testAddr, in.users%256))
	if r.status != http.StatusCreated {
		t.Fatalf("signing up: %d %s", r.status, r.body)
	}
	body := r.json(t)
	u := user{in: in, token: body["token"].(string), id: body["user"].(map[string]any)["id"].(string)}
	u.workspaceID = u.call(t, "GET", "/workspaces/current", nil).json(t)["id"].(string)
	return u
}

// member creates a user with a role in the workspace of another user, to which
// its requests are sent.
func (in *install) member(t testing.TB, of user, role access.Role) user {
	t.Helper()
	u := in.signUp(t)
	in.exec(t, `INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)`,
		of.workspaceID, u.id, string(role), noon.Add(time.Hour).UnixMilli())
	u.workspaceID = of.workspaceID
	return u
}

// exec changes the records where no service can yet.
func (in *install) exec(t testing.TB, statement string, args ...any) {
	t.Helper()
	db, err := sql.Open(records.SQLiteDriver, filepath.Join(in.dir, records.File)+"?_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// query reads texts out of the records that no operation shows yet.
func (in *install) query(t testing.TB, statement string, args ...any) []string {
	t.Helper()
	db, err := sql.Open(records.SQLiteDriver, filepath.Join(in.dir, records.File)+"?_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), statement, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		out = append(out, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// signup is a valid sign-up with some fields changed; nil removes one.
func signup(change map[string]any) map[string]any {
	body := map[string]any{
		"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com", "password": goodPassword,
		"passwordConfirmation": goodPassword, "country": "GB", "countryCode": "+44", "phoneNumber": "+442012345678", "ipAddress": "",
	}
	for name, value := range change {
		if value == nil {
			delete(body, name)
			continue
		}
		body[name] = value
	}
	return body
}

// direct does not follow redirects.
var direct = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// call makes one call. The body is sent as it is when it is text, else as
// JSON; headers are "Name: value".
func (u user) call(t testing.TB, method, path string, body any, headers ...string) reply {
	t.Helper()
	var content io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		content = strings.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		content = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, u.in.url+path, content)
	if err != nil {
		t.Fatal(err)
	}
	if content != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if u.token != "" {
		r.Header.Set("Authorization", "Bearer "+u.token)
	}
	if u.workspaceID != "" {
		r.Header.Set("Linnet-Workspace", u.workspaceID)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	answer, err := direct.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := reply{answer.StatusCode, answer.Header, raw}
	readContract(t).hold(t, method, path, got)
	return got
}

// want fails unless the status is the expected one.
func (r reply) want(t testing.TB, status int) reply {
	t.Helper()
	if r.status != status {
		t.Fatalf("status %d, want %d; body %s", r.status, status, r.body)
	}
	return r
}
