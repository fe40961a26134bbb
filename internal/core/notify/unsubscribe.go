package notify

import (
	"context"
	"encoding/base64"
	"strings"

	"linnet/internal/base/sealed"
)

// DailySummary stands for all categories of which a user gets a daily summary, in
// unsubscribe links. It is not a category of notifications.
const DailySummary Category = "daily_summary"

// reportPrefix begins the categories of ScheduledReport.
const reportPrefix = "scheduled_report:"

// ScheduledReport stands for the mails of a scheduled report in unsubscribe links. It is
// not a category of notifications.
func ScheduledReport(id string) Category { return Category(reportPrefix + id) }

// ScheduledReport returns the id of the scheduled report that the category stands for, and
// false if it stands for none.
func (c Category) ScheduledReport() (id string, ok bool) {
	return strings.CutPrefix(string(c), reportPrefix)
}

// Unsubscriber makes the tokens of unsubscribe links. A token holds a user and a
// category in encrypted and authenticated form; nothing is stored, and it does not
// expire.
type Unsubscriber struct{ Box *sealed.Box }

// Token returns the token of a user and a category.
func (u Unsubscriber) Token(userID string, category Category) string {
	return base64.RawURLEncoding.EncodeToString(u.Box.Seal([]byte(userID+" "+string(category)), ""))
}

// Open returns the user and the category of a token, or false for an invalid one.
func (u Unsubscriber) Open(token string) (userID string, category Category, ok bool) {
	value, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return "", "", false
	}
	plain, err := u.Box.Open(value, "")
	if err != nil {
		return "", "", false
	}
	userID, text, _ := strings.Cut(string(plain), " ")
	category = Category(text)
	_, report := category.ScheduledReport()
	if settings, known := category.Settings(); category == DailySummary || report || known && !settings.Locked {
		return userID, category, true
	}
	return "", "", false
}

// Unsubscribe ends the emails of a category to a user; of DailySummary: those of all
// categories with daily emails. It is idempotent. It checks no permissions: the caller
// has opened a token of Unsubscriber.
func (s *Service) Unsubscribe(ctx context.Context, userID string, category Category) error {
	for _, settings := range Categories() {
		if settings.Locked || settings.Category != category && category != DailySummary {
			continue
		}
		_, err := s.store.ChangeNotificationPreference(ctx, userID, settings, func(c *Channels) {
			if settings.Category == category || c.Email == Daily {
				c.Email = Never
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
