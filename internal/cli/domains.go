package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"linnet/internal/app"
	"linnet/internal/base/null"
	"linnet/internal/config"
	"linnet/internal/core/domain"
	"linnet/internal/core/locale"
	"linnet/internal/core/qr/look"
)

type domainCmds struct {
	List    domainListCmd    `cmd:"" help:"List the domains of all workspaces."`
	Add     domainAddCmd     `cmd:"" help:"Add a host to a workspace and print the DNS records that it needs."`
	Verify  domainVerifyCmd  `cmd:"" help:"Check the DNS records of a host now."`
	Check   domainCheckCmd   `cmd:"" help:"Check the DNS records of one host or of all now. Exits with 1 if a domain is not verified."`
	Set     domainSetCmd     `cmd:"" help:"Change the settings of the default domain or of a custom one."`
	Remove  domainRemoveCmd  `cmd:"" help:"Delete the domain of a host. It can be restored with its links for 7 days."`
	Restore domainRestoreCmd `cmd:"" help:"Restore the deleted domain of a host with its links."`
	Purge   domainPurgeCmd   `cmd:"" help:"Delete the deleted domain of a host for good, with its links and their aliases."`
}

// domainRow is a domain in the output of commands.
type domainRow struct {
	ID           string          `json:"id"`
	Host         string          `json:"host"`
	WorkspaceID  string          `json:"workspaceId"`
	Status       domain.Status   `json:"status"`
	IsDefault    bool            `json:"isDefault"`
	Records      []domain.Record `json:"records"`
	CheckedAt    *time.Time      `json:"checkedAt"`
	FailingSince *time.Time      `json:"failingSince"`
	domain.Settings
}

func domainRows(all []domain.Domain) []domainRow {
	rows := make([]domainRow, 0, len(all))
	for _, d := range all {
		row := domainRow{
			ID:          d.ID,
			Host:        d.Host,
			WorkspaceID: d.WorkspaceID,
			Status:      d.Status,
			IsDefault:   d.IsDefault(),
			Records:     append([]domain.Record{}, d.Records...),
			Settings:    d.Settings,
		}
		if !d.CheckedAt.IsZero() {
			row.CheckedAt = &d.CheckedAt
		}
		if !d.FailingSince.IsZero() {
			row.FailingSince = &d.FailingSince
		}
		rows = append(rows, row)
	}
	return rows
}

type domainListCmd struct{ asJSON }

// Run prints the domains, by host.
func (c domainListCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithDomains(ctx, *cfg, newLogger(*cfg, s.err), func(o *domain.Operator) error {
		all, err := o.List(ctx)
		if err != nil {
			return err
		}
		return c.print(s.out, domainRows(all), func(w io.Writer) error {
			rows := [][]string{{"HOST", "STATUS", "WORKSPACE", "CHECKED"}}
			for _, d := range all {
				workspace, checked := d.WorkspaceID, "-"
				if d.IsDefault() {
					workspace = "(default)"
				}
				if !d.CheckedAt.IsZero() {
					checked = d.CheckedAt.Format(time.DateTime)
				}
				rows = append(rows, []string{d.UnicodeHost(), string(d.Status), workspace, checked})
			}
			return table(w, rows)
		})
	})
}

type domainAddCmd struct {
	asJSON
	Host      string `arg:"" help:"Host name, such as go.example.com."`
	Workspace string `required:"" help:"Workspace id, such as wsp_…." placeholder:"ID"`
}

// Run adds a domain.
func (c domainAddCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithDomains(ctx, *cfg, newLogger(*cfg, s.err), func(o *domain.Operator) error {
		d, err := o.Add(ctx, c.Workspace, c.Host)
		if err != nil {
			return err
		}
		return c.printRecords(s, []domain.Domain{d})
	})
}

type domainVerifyCmd struct {
	asJSON
	Host string `arg:"" help:"Host name, such as go.example.com."`
}

// Run checks a domain.
func (c domainVerifyCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return domainCheckCmd(c).Run(ctx, cfg, s)
}

type domainCheckCmd struct {
	asJSON
	Host string `arg:"" optional:"" help:"Host name. Empty: all custom domains."`
}

// Run checks domains.
func (c domainCheckCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithDomains(ctx, *cfg, newLogger(*cfg, s.err), func(o *domain.Operator) error {
		checked, err := o.Check(ctx, c.Host)
		if err != nil {
			return err
		}
		if err := c.printRecords(s, checked); err != nil {
			return err
		}
		failed := 0
		for _, d := range checked {
			if d.Status != domain.Verified {
				failed++
			}
		}
		if failed > 0 {
			return fmt.Errorf("domains not verified: %d", failed)
		}
		return nil
	})
}

// domainSetCmd has a flag for each setting; those that are not given are unchanged.
type domainSetCmd struct {
	asJSON
	Host                    string  `arg:"" optional:"" help:"Host name. Empty: the default domain."`
	CaseSensitive           *bool   `negatable:"" help:"Different links for aliases that differ only in case. Can be changed while the domain has no links."`
	RootPage                *string `help:"Id of the published bio page at the bare host; '' for none." placeholder:"ID"`
	RootURL                 *string `help:"Redirect of the bare host; '' for none." placeholder:"URL"`
	NotFoundURL             *string `help:"Redirect of unknown aliases; '' for none." placeholder:"URL"`
	ExpiredURL              *string `help:"Redirect of expired links; '' for none." placeholder:"URL"`
	FaviconURL              *string `help:"Redirect of /favicon.ico; '' for none." placeholder:"URL"`
	RedirectStatus          *int    `help:"Status of new links that specify none: 301, 302, 307 or 308." placeholder:"STATUS"`
	HSTS                    *bool   `name:"hsts" negatable:"" help:"Send Strict-Transport-Security over HTTPS."`
	Robots                  *string `help:"What robots.txt says: allow or disallow." placeholder:"RULE"`
	Language                *string `help:"Language of what visitors see: a tag such as de; '' for that of each visitor." placeholder:"TAG"`
	Notes                   *string `help:"Text for members, at most 1,000 characters; '' for none." placeholder:"TEXT"`
	Privacy                 *string `help:"What is stored of each click: full, no-address or aggregate." placeholder:"MODE"`
	AppleAppSiteAssociation *string `help:"File with the document for iOS apps; '' for none." placeholder:"FILE"`
	AssetLinks              *string `help:"File with the document for Android apps; '' for none." placeholder:"FILE"`
	QRLook                  *string `name:"qr-look" help:"File with the look of new QR codes, as GET /domains shows it; '' for none." placeholder:"FILE"`
}

// Run changes settings.
func (c domainSetCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	edit, err := c.edit()
	if err != nil {
		return err
	}
	return app.WithDomains(ctx, *cfg, newLogger(*cfg, s.err), func(o *domain.Operator) error {
		d, err := o.Set(ctx, c.Host, edit)
		if err != nil {
			return err
		}
		return c.done(s, map[string]any{"host": d.Host, "version": d.Version}, d.UnicodeHost()+" has the new settings.")
	})
}

// edit returns the change of the settings that the flags name.
func (c domainSetCmd) edit() (domain.Edit, error) {
	apple, err := contentOf(c.AppleAppSiteAssociation)
	if err != nil {
		return nil, err
	}
	android, err := contentOf(c.AssetLinks)
	if err != nil {
		return nil, err
	}
	qrLook, err := c.look()
	return func(s *domain.Settings) {
		set(&s.CaseSensitive, c.CaseSensitive)
		set(&s.RootPageID, (*null.Text)(c.RootPage))
		set(&s.RootURL, (*null.Text)(c.RootURL))
		set(&s.NotFoundURL, (*null.Text)(c.NotFoundURL))
		set(&s.ExpiredURL, (*null.Text)(c.ExpiredURL))
		set(&s.FaviconURL, (*null.Text)(c.FaviconURL))
		set(&s.RedirectStatus, c.RedirectStatus)
		set(&s.HSTS, c.HSTS)
		set(&s.Robots, (*domain.Robots)(c.Robots))
		set(&s.Privacy, (*domain.Privacy)(c.Privacy))
		set(&s.Language, (*locale.Fixed)(c.Language))
		set(&s.Notes, (*null.Text)(c.Notes))
		set(&s.AppleAppSiteAssociation, (*null.JSON)(apple))
		set(&s.AssetLinks, (*null.JSON)(android))
		set(&s.QRLook, qrLook)
	}, err
}

// set sets a field to the value of a flag, if that is given.
func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// look returns the look that the flag names: nil without the flag, and a nil look for an
// empty name.
func (c domainSetCmd) look() (**look.Look, error) {
	text, err := contentOf(c.QRLook)
	if err != nil || text == nil {
		return nil, err
	}
	if *text == "" {
		return new((*look.Look)(nil)), nil
	}
	l := new(look.Look)
	if err := json.Unmarshal([]byte(*text), l); err != nil {
		return nil, fmt.Errorf("read the look in %s: %w", *c.QRLook, err)
	}
	return &l, nil
}

// contentOf returns the content of the file that a flag names: nil without the flag,
// empty for an empty name.
func contentOf(file *string) (*string, error) {
	if file == nil || *file == "" {
		return file, nil
	}
	data, err := os.ReadFile(*file)
	if err != nil {
		return nil, err
	}
	return new(string(data)), nil
}

type domainRemoveCmd struct {
	asJSON
	Host string `arg:"" help:"Host name, such as go.example.com."`
}

// Run deletes a domain.
func (c domainRemoveCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithDomains(ctx, *cfg, newLogger(*cfg, s.err), func(o *domain.Operator) error {
		removed, err := o.Remove(ctx, c.Host)
		if err != nil {
			return err
		}
		return c.done(s, map[string]any{"host": removed[0].Host, "removed": len(removed)},
			removed[0].UnicodeHost()+" deleted: its links return 404. It can be restored for 7 days.")
	})
}

type domainRestoreCmd struct {
	asJSON
	Host string `arg:"" help:"Host name, such as go.example.com."`
}

// Run restores a deleted domain.
func (c domainRestoreCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithDomains(ctx, *cfg, newLogger(*cfg, s.err), func(o *domain.Operator) error {
		restored, err := o.Restore(ctx, c.Host)
		if err != nil {
			return err
		}
		return c.done(s, map[string]any{"host": restored[0].Host, "restored": len(restored)},
			restored[0].UnicodeHost()+" restored: its links work again.")
	})
}

type domainPurgeCmd struct {
	asJSON
	Host string `arg:"" help:"Host name of a deleted domain, such as go.example.com."`
}

// Run purges a deleted domain.
func (c domainPurgeCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithDomains(ctx, *cfg, newLogger(*cfg, s.err), func(o *domain.Operator) error {
		purged, err := o.Purge(ctx, c.Host)
		if err != nil {
			return err
		}
		return c.done(s, map[string]any{"host": purged[0].Host, "purged": len(purged)},
			purged[0].UnicodeHost()+" can no longer be restored. The running server deletes its links within a minute.")
	})
}

// printRecords prints domains with their DNS records.
func (j asJSON) printRecords(s streams, all []domain.Domain) error {
	return j.print(s.out, domainRows(all), func(w io.Writer) error {
		rows := [][]string{{"HOST", "STATUS", "TYPE", "NAME", "VALUE", "FOUND"}}
		for _, d := range all {
			for _, r := range d.Records {
				found := strings.Join(r.Found, " ")
				switch {
				case r.OK:
					found = "ok"
				case r.Error != "":
					found = r.Error
				case r.FoundAt != "":
					found = "at " + r.FoundAt
				case found == "":
					found = "-"
				}
				rows = append(rows, []string{d.UnicodeHost(), string(d.Status), r.Type, r.Name, r.Value, found})
			}
		}
		return table(w, rows)
	})
}
