package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/config"
	"linnet/internal/core/account"
	"linnet/internal/core/domain"
	"linnet/internal/core/operator"
	"linnet/internal/edge/redirect"
	"linnet/internal/infra/mailer"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
)

// The operator's commands. They change the records themselves and let a running
// node know, so they work beside it and without it.
type (
	userCmds struct {
		List          userListCmd   `cmd:"" help:"List users."`
		Invite        userInviteCmd `cmd:"" help:"Make (and mail) a one-time link that allows a sign-up."`
		ResetPassword userResetCmd  `cmd:"" aliases:"set-password" help:"Make a one-time link that sets a new password."`
		Suspend       suspendCmd    `cmd:"" help:"Suspend a user: sessions end, links of the user's workspaces answer 451."`
		Restore       unsuspendCmd  `cmd:"" help:"End the suspension of a user."`
	}
	workspaceCmds struct {
		List    workspaceListCmd `cmd:"" help:"List workspaces."`
		SetPlan setPlanCmd       `cmd:"" help:"Put a workspace on a plan."`
		Suspend suspendCmd       `cmd:"" help:"Suspend a workspace: its links answer 451."`
		Restore unsuspendCmd     `cmd:"" help:"End the suspension of a workspace."`
	}
	linkCmds struct {
		Block   blockCmd   `cmd:"" help:"Block a link, or destinations on a host."`
		Unblock unblockCmd `cmd:"" help:"End a block."`
	}
)

// asJSON adds --json to a command.
type asJSON struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// print writes v as JSON, or what plain writes.
func (o asJSON) print(w io.Writer, v any, plain func(w io.Writer) error) error {
	if !o.JSON {
		return plain(w)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

type listing struct {
	asJSON
	Search string `help:"Only those whose name or e-mail address contains this."`
	Limit  int    `help:"How many at most." default:"1000"`
}

type userListCmd struct{ listing }

// Run prints users, the newest first.
func (c userListCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return asOperator(ctx, cfg, func(o *operator.Service, _ *records.Store) error {
		users, err := o.Users(ctx, c.Search, c.Limit)
		if err != nil {
			return err
		}
		return c.print(s.out, users, func(w io.Writer) error {
			rows := [][]string{{"ID", "EMAIL", "NAME", "CREATED", "STATE"}}
			for _, u := range users {
				rows = append(rows, []string{u.ID, u.Email, u.Name, u.CreatedAt.Format(time.DateOnly), state(u.Suspended)})
			}
			return table(w, rows)
		})
	})
}

type workspaceListCmd struct{ listing }

// Run prints workspaces, the newest first.
func (c workspaceListCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return asOperator(ctx, cfg, func(o *operator.Service, _ *records.Store) error {
		all, err := o.Workspaces(ctx, c.Search, c.Limit)
		if err != nil {
			return err
		}
		return c.print(s.out, all, func(w io.Writer) error {
			rows := [][]string{{"ID", "NAME", "PLAN", "OWNER", "LINKS", "STATE"}}
			for _, v := range all {
				rows = append(rows, []string{v.ID, v.Name, string(v.Plan), v.Owner, fmt.Sprint(v.Links), state(v.Suspended)})
			}
			return table(w, rows)
		})
	})
}

type setPlanCmd struct {
	asJSON
	Workspace string `arg:"" help:"The workspace's id, such as wsp_…."`
	Plan      string `arg:"" help:"The plan, such as PROFESSIONAL."`
}

// Run sets the plan.
func (c setPlanCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return asOperator(ctx, cfg, func(o *operator.Service, _ *records.Store) error {
		if err := o.SetPlan(ctx, c.Workspace, c.Plan); err != nil {
			return err
		}
		return c.done(s, map[string]any{"workspace": c.Workspace, "plan": strings.ToUpper(c.Plan)},
			fmt.Sprintf("Workspace %s is on %s now.", c.Workspace, strings.ToUpper(c.Plan)))
	})
}

// done prints what a command did.
func (o asJSON) done(s streams, v map[string]any, sentence string) error {
	return o.print(s.out, v, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, sentence)
		return err
	})
}

type suspendCmd struct {
	asJSON
	Target string `arg:"" help:"A user's e-mail address or a workspace's id."`
}

// Run suspends.
func (c suspendCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return suspend(ctx, cfg, s, c, true)
}

type unsuspendCmd suspendCmd

// Run ends a suspension.
func (c unsuspendCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return suspend(ctx, cfg, s, suspendCmd(c), false)
}

func suspend(ctx context.Context, cfg *config.Config, s streams, c suspendCmd, suspended bool) error {
	return asOperator(ctx, cfg, func(o *operator.Service, _ *records.Store) error {
		changed, err := o.Suspend(ctx, c.Target, suspended)
		if err != nil {
			return err
		}
		sentence := fmt.Sprintf("%s is suspended. Links of these workspaces answer 451: %s.", c.Target, strings.Join(changed, ", "))
		if !suspended {
			sentence = fmt.Sprintf("%s is not suspended any more. Links of these workspaces work again: %s.", c.Target, strings.Join(changed, ", "))
		}
		return c.done(s, map[string]any{"target": c.Target, "suspended": suspended, "workspaces": changed}, sentence)
	})
}

type blockCmd struct {
	asJSON
	Target      string `arg:"" optional:"" help:"A short URL, or an alias of the default domain."`
	Destination string `help:"Block all links to this host and its subdomains instead." placeholder:"HOST"`
	List        bool   `help:"List the blocked hosts."`
}

// Run blocks.
func (c blockCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return block(ctx, cfg, s, c, true)
}

type unblockCmd struct {
	asJSON
	Target      string `arg:"" optional:"" help:"A short URL, or an alias of the default domain."`
	Destination string `help:"End the block of this host instead." placeholder:"HOST"`
}

// Run ends a block.
func (c unblockCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return block(ctx, cfg, s, blockCmd{asJSON: c.asJSON, Target: c.Target, Destination: c.Destination}, false)
}

func block(ctx context.Context, cfg *config.Config, s streams, c blockCmd, blocked bool) error {
	if !c.List && (c.Target == "") == (c.Destination == "") {
		return errors.New("name a short link, or a host with --destination")
	}
	return asOperator(ctx, cfg, func(o *operator.Service, _ *records.Store) error {
		switch {
		case c.List:
			hosts, err := o.BlockedHosts(ctx)
			if err != nil {
				return err
			}
			return c.done(s, map[string]any{"hosts": append([]string{}, hosts...)}, strings.Join(hosts, "\n"))
		case c.Destination != "":
			host, err := o.BlockHost(ctx, c.Destination, blocked)
			if err != nil {
				return err
			}
			return c.done(s, map[string]any{"host": host, "blocked": blocked}, blockSentence("Destinations on "+host, blocked))
		}
		l, err := o.BlockLink(ctx, c.Target, blocked)
		if err != nil {
			return err
		}
		name := l.Domain + "/" + l.Alias()
		return c.done(s, map[string]any{"link": l.ID, "shortLink": name, "destination": l.URL, "workspace": l.WorkspaceID, "blocked": blocked},
			blockSentence(name, blocked))
	})
}

func blockSentence(what string, blocked bool) string {
	if blocked {
		return what + " blocked: visitors get 451."
	}
	return what + " not blocked any more."
}

type userInviteCmd struct {
	asJSON
	Email string `arg:"" help:"The address of the person."`
}

// Run makes an invitation.
func (c userInviteCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return withAccounts(ctx, cfg, s, func(accounts *account.Service) error {
		link, sent, err := accounts.Invite(ctx, c.Email)
		if err != nil {
			return err
		}
		sentence := "Invitation mailed to " + c.Email + ". It is also here:\n" + link
		if !sent {
			sentence = "The mail could not be sent. Pass this link on:\n" + link
		}
		return c.done(s, map[string]any{"email": c.Email, "link": link, "mailed": sent}, sentence)
	})
}

type userResetCmd struct {
	asJSON
	Email string `arg:"" help:"The user's e-mail address."`
}

// Run makes a link that sets a new password.
func (c userResetCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return withAccounts(ctx, cfg, s, func(accounts *account.Service) error {
		link, err := accounts.ResetLink(ctx, c.Email)
		if err != nil {
			return err
		}
		return c.done(s, map[string]any{"email": c.Email, "link": link}, "This link sets a new password, once, within an hour:\n"+link)
	})
}

// asOperator opens the records, runs work and lets a running node know that
// anything may have changed.
func asOperator(ctx context.Context, cfg *config.Config, work func(*operator.Service, *records.Store) error) (err error) {
	records, err := openRecords(ctx, *cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.Close()) }()
	plans, err := loadPlans(cfg.Plans)
	if err != nil {
		return err
	}
	// The install's own host, whatever public URL this command's environment says.
	host := cfg.Host()
	if own, err := domain.NewService(records, clock.System{}).Default(ctx); err == nil {
		host = own.Host
	} else if !fault.Is(err, fault.Unavailable) { // before the first start there is none
		return err
	}
	domains := operatorDomains{records: records, hosts: redirect.NewHosts(host)}
	if err := work(operator.NewService(records, domains, plans, clock.System{}), records); err != nil {
		return err
	}
	if err := askNode(ctx, *cfg, refreshTask, io.Discard); err != nil && !errors.Is(err, errNoNode) {
		return fmt.Errorf("the change is stored; the running node follows within minutes: %w", err)
	}
	return nil
}

// withAccounts opens the records and runs work on their accounts.
func withAccounts(ctx context.Context, cfg *config.Config, s streams, work func(*account.Service) error) error {
	return asOperator(ctx, cfg, func(_ *operator.Service, records *records.Store) error {
		log, publicURL := newLogger(*cfg, s.err), strings.TrimRight(cfg.PublicURL, "/")
		mail, err := mailer.New(mailer.Options{SMTPURL: cfg.SMTPURL, Dir: inData(*cfg, "mail"), PublicURL: publicURL, Clock: clock.System{}, Log: log})
		if err != nil {
			return err
		}
		return work(account.NewService(account.Deps{
			Store: records, Hasher: password.New(password.Default()), Clock: clock.System{}, Mailer: mail,
			PublicURL: publicURL, Local: cfg.Local(), SignupMode: account.SignupMode(cfg.Signup), Log: log,
		}))
	})
}

// refreshTask asks the running node to read anew what it caches of the records.
const refreshTask = "refresh"

func (n *Node) refresh(context.Context, io.Writer) error {
	n.parts.records.Refresh()
	return nil
}

// operatorDomains finds domains as a visit does.
type operatorDomains struct {
	records *records.Store
	hosts   redirect.Hosts
}

// Resolve returns the domain of a host, or of the default one for "".
func (d operatorDomains) Resolve(ctx context.Context, host string) (domainID string, caseSensitive bool, err error) {
	name := d.hosts.Own()
	if host != "" {
		name, _ = d.hosts.Canonical(host)
	}
	found, err := d.records.DomainByHost(ctx, name)
	return found.ID, found.CaseSensitive, err
}

func state(suspended bool) string {
	if suspended {
		return "suspended"
	}
	return "active"
}

// table writes rows in columns.
func table(w io.Writer, rows [][]string) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, row := range rows {
		if _, err := fmt.Fprintln(t, strings.Join(row, "\t")); err != nil {
			return err
		}
	}
	return t.Flush()
}
