package mailer

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"strings"
	text "text/template"
	"time"

	"linnet/internal/core/account"
	"linnet/internal/core/billing"
	"linnet/internal/core/locale"
	"linnet/internal/core/member"
	"linnet/internal/core/notify"
	"linnet/internal/core/plan"
	"linnet/internal/core/workspace"
)

//go:embed templates
var templates embed.FS

// letter is the content of a mail. Its text and HTML bodies are rendered from the
// same parts.
type letter struct {
	To         account.Recipient
	Subject    string
	Paragraphs []string
	Figures    *report       // after the paragraphs; nil: none
	Button     *button       // nil: none
	After      string        // the last paragraph, in small print
	Security   bool          // it cannot be turned off, and says so
	Words      *locale.Words // nil: English, as the mails to users
}

type button struct {
	Label string
	URL   string
}

// view is the data of the templates.
type view struct {
	letter
	Name string
	Site string
}

// form renders letters.
type form struct {
	html *template.Template
	text *text.Template
	site string
}

func newForm(site string) (*form, error) {
	html, err := template.ParseFS(templates, "templates/letter.html", "templates/report.html")
	if err != nil {
		return nil, fmt.Errorf("mailer: %w", err)
	}
	plain, err := text.ParseFS(templates, "templates/letter.txt", "templates/report.txt")
	if err != nil {
		return nil, fmt.Errorf("mailer: %w", err)
	}
	return &form{html: html, text: plain, site: site}, nil
}

func (f *form) bodies(l letter) (plain, html string, err error) {
	l.Words = cmp.Or(l.Words, locale.English())
	v := view{letter: l, Name: l.To.Name, Site: f.site}
	var p, h strings.Builder
	if err := f.text.Execute(&p, v); err != nil {
		return "", "", fmt.Errorf("mailer: text of %q: %w", l.Subject, err)
	}
	if err := f.html.Execute(&h, v); err != nil {
		return "", "", fmt.Errorf("mailer: HTML of %q: %w", l.Subject, err)
	}
	return p.String(), h.String(), nil
}

func passwordReset(to account.Recipient, link string, valid time.Duration) letter {
	return letter{
		To:         to,
		Subject:    "Set a new password for Linnet",
		Paragraphs: []string{"A new password was requested for your Linnet account."},
		Button:     &button{Label: "Set a new password", URL: link},
		After: "The link works once and expires in " + duration(
			valid,
		) + ". If you did not request it, ignore this email. Your password is unchanged.",
	}
}

func passwordChanged(to account.Recipient, site string, at time.Time) letter {
	return letter{
		To:      to,
		Subject: "Your Linnet password was changed",
		Paragraphs: []string{
			"The password of your Linnet account was changed on " + at.UTC().
				Format("2 Jan 2006, 15:04") +
				" UTC. Other sessions were logged out.",
			"If you changed it, no action is needed.",
		},
		After:    "If you did not change it, set a new password now: " + site + "/forgot-password",
		Security: true,
	}
}

func emailVerification(to account.Recipient, link string, valid time.Duration) letter {
	return letter{
		To:         to,
		Subject:    "Verify your email address for Linnet",
		Paragraphs: []string{"Confirm that this is your email address. You can create links afterwards."},
		Button:     &button{Label: "Verify email address", URL: link},
		After:      "The link works once and expires in " + duration(valid) + ". If you did not create an account, ignore this email.",
	}
}

func emailChange(to account.Recipient, newAddress, link string, valid time.Duration) letter {
	return letter{
		To:      to,
		Subject: "Confirm the change of your Linnet email address",
		Paragraphs: []string{
			"A change of the email address of your Linnet account to " + newAddress + " was requested.",
			"The change is made when it is confirmed at both addresses.",
		},
		Button: &button{Label: "Confirm or refuse the change", URL: link},
		After: "The link works once and expires in " + duration(valid) +
			". If you did not request the change, refuse it on that page and set a new password.",
	}
}

func emailChanged(to account.Recipient, site string, at time.Time) letter {
	return letter{
		To:      to,
		Subject: "The email address of your Linnet account was changed",
		Paragraphs: []string{
			"Your Linnet account has had another email address since " + at.UTC().Format("2 Jan 2006, 15:04") +
				" UTC. Other sessions were logged out, and this address no longer logs in.",
			"If you changed it, no action is needed.",
		},
		After:    "If you did not change it, contact the operator of " + site + ".",
		Security: true,
	}
}

func accountDeleted(to account.Recipient, site string, at time.Time) letter {
	return letter{
		To:      to,
		Subject: "Your Linnet account was deleted",
		Paragraphs: []string{
			"Your account on " + site + " was deleted on " + at.UTC().Format("2 Jan 2006, 15:04") +
				" UTC, with the workspaces that only you used.",
			"If you deleted it, no action is needed.",
		},
		After:    "If you did not delete it, contact the operator of " + site + ".",
		Security: true,
	}
}

func securityChange(to account.Recipient, site, title, message string, at time.Time) letter {
	return letter{
		To:      to,
		Subject: title,
		Paragraphs: []string{
			title + " for your Linnet account on " + at.UTC().Format("2 Jan 2006, 15:04") + " UTC.",
			message,
		},
		Button:   &button{Label: "Review your account", URL: site + "/dashboard/account"},
		Security: true,
	}
}

func invitation(to account.Recipient, site, link string, valid time.Duration) letter {
	return letter{
		To:         to,
		Subject:    "Your invitation to Linnet",
		Paragraphs: []string{"You are invited to create an account on " + site + "."},
		Button:     &button{Label: "Create your account", URL: link},
		After: "The link works once and expires in " + duration(
			valid,
		) + ", and is for this email address only. If you did not expect it, ignore this email.",
	}
}

func workspaceInvitation(to account.Recipient, site string, i member.Invitation, link string) letter {
	words := locale.Choose(to.Language, "", "").Words
	names := []any{"name", i.InviterName, "workspace", i.WorkspaceName, "site", site}
	return letter{
		To:         to,
		Words:      words,
		Subject:    words.Text("mail.invitation.subject", names...),
		Paragraphs: []string{words.Text("mail.invitation.text", names...)},
		Button:     &button{Label: words.Text("mail.invitation.accept"), URL: link},
		After:      words.Text("mail.invitation.expires", "time", words.Time(i.ExpiresAt.UTC())),
	}
}

func planRequest(to account.Recipient, r workspace.PlanRequest) letter {
	return letter{
		To:      to,
		Subject: fmt.Sprintf("Plan request: %s for %s", r.Package, r.WorkspaceID),
		Paragraphs: []string{
			fmt.Sprintf(
				"%s (%s) requests to move the workspace %q (%s) from %s to %s.",
				r.UserName,
				r.UserEmail,
				r.WorkspaceName,
				r.WorkspaceID,
				r.Current,
				r.Package,
			),
			"To change the plan, run: linnet workspace set-plan " + r.WorkspaceID + " " + string(r.Package),
		},
		After: "Reply to " + r.UserEmail + ".",
	}
}

func abuseOutcome(to account.Recipient, shortLink string, actioned bool) letter {
	words := locale.Choose(to.Language, "", "").Words
	outcome := words.Text("mail.report.available")
	if actioned {
		outcome = words.Text("mail.report.removed")
	}
	return letter{
		To:         to,
		Words:      words,
		Subject:    words.Text("mail.report.subject", "link", shortLink),
		Paragraphs: []string{words.Text("mail.report.about", "link", shortLink), outcome},
		After:      words.Text("mail.report.reason"),
	}
}

func clickLimit(to account.Recipient, site string, used, limit int) letter {
	l := letter{
		To:      to,
		Subject: fmt.Sprintf("%d%% of this month's clicks are used", used*100/limit),
		Paragraphs: []string{
			fmt.Sprintf("Your workspace has used %d of the %d clicks that its plan includes this month.", used, limit),
			"At the limit, your links keep working and every click is counted. " +
				"You can create links and QR codes again when the month ends or the plan changes.",
		},
		Button: &button{Label: "View plans", URL: site + "/pricing"},
	}
	if used >= limit {
		l.Subject = "This month's clicks are used up"
		l.Paragraphs[1] = "Your links keep working and every click is counted. " +
			"You can create links and QR codes again when the month ends or the plan changes."
	}
	return l
}

func billingNotice(to account.Recipient, site, workspaceID string, n billing.Notice, name plan.Name, endsAt string) letter {
	const stays = "Nothing is deleted and all links keep working. Above a limit of the plan, you cannot create more."
	l := letter{To: to, Button: &button{Label: "View plan", URL: site + workspace.PagePath(workspaceID, "/dashboard/settings/billing")}}
	switch n {
	case billing.TrialEnding:
		l.Subject = fmt.Sprintf("Your %s trial ends on %s", name, endsAt)
		l.Paragraphs = []string{
			fmt.Sprintf("The trial of the %s plan ends on %s. To stay on the plan, choose it on the billing page before.", name, endsAt),
			"Otherwise the workspace returns to its previous plan. " + stays,
		}
	case billing.TrialEnded:
		l.Subject = fmt.Sprintf("Your %s trial has ended", name)
		l.Paragraphs = []string{"The workspace is on its previous plan again. " + stays}
	case billing.PaymentFailed:
		l.Subject = fmt.Sprintf("The payment for %s failed", name)
		l.Paragraphs = []string{
			fmt.Sprintf("The last payment for the %s plan failed. Update the payment method by %s to stay on the plan.", name, endsAt),
			"After that the workspace returns to its previous plan. " + stays,
		}
	case billing.SubscriptionEnded:
		l.Subject = fmt.Sprintf("Your %s subscription has ended", name)
		l.Paragraphs = []string{"The workspace is on its previous plan again. " + stays}
	}
	return l
}

func domainStatus(to account.Recipient, site, workspaceID, host string, failing bool) letter {
	l := letter{
		To:      to,
		Subject: "DNS records found again: " + host,
		Paragraphs: []string{
			"The domain " + host + " is verified again. No action is needed.",
		},
		Button: &button{Label: "See your domains", URL: site + workspace.PagePath(workspaceID, "/dashboard/domains")},
	}
	if failing {
		l.Subject = "DNS records missing: " + host
		l.Paragraphs = []string{
			"The DNS records of " + host + " no longer lead to " + site + ".",
			"Its links work for visitors who still reach this server. Compare the records and correct them.",
		}
	}
	return l
}

func notification(to account.Recipient, site string, n notify.Notification) letter {
	return letter{
		To:         to,
		Subject:    n.Title(),
		Paragraphs: []string{n.Message()},
		Button:     &button{Label: "See details", URL: site + workspace.PagePath(n.WorkspaceID, n.Path())},
		Security:   to.Unsubscribe == "",
	}
}

func digest(to account.Recipient, site string, of workspace.Workspace, listed []notify.Notification) letter {
	subject := fmt.Sprintf("%s: %d notifications", of.Name, len(listed))
	if len(listed) == 1 {
		subject = of.Name + ": 1 notification"
	}
	l := letter{
		To:         to,
		Subject:    subject,
		Paragraphs: []string{"Your daily summary of the workspace " + of.Name + ":"},
		Button:     &button{Label: "Open the dashboard", URL: site + workspace.PagePath(of.ID, "/dashboard")},
		After:      "Choose what you are emailed about under Account, Notifications.",
	}
	for _, n := range listed {
		l.Paragraphs = append(l.Paragraphs, n.Title()+". "+n.Message())
	}
	return l
}

// duration formats a duration of whole days, hours or minutes.
func duration(d time.Duration) string {
	n, unit := int(d/time.Minute), "minute"
	switch {
	case d%(24*time.Hour) == 0:
		n, unit = int(d/(24*time.Hour)), "day"
	case d%time.Hour == 0:
		n, unit = int(d/time.Hour), "hour"
	}
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
