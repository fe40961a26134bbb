package report

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"linnet/internal/core/analytics"
)

// memberTable implements clicksql.Members.
func memberTable(i int, _ analytics.List) string { return fmt.Sprintf("members_%d", i) }

// createMemberTables fills the temporary tables that lists of tags and folders
// join. They belong to the connection; the next report replaces them.
func (p *plan) createMemberTables(ctx context.Context, tx *sql.Tx) error {
	for i, l := range p.Query.Lists {
		if l.Members == nil {
			continue
		}
		p.members = hashMembers(p.members, l.Members)
		var values strings.Builder
		for n, m := range l.Members {
			if n > 0 {
				values.WriteString(", ")
			}
			fmt.Fprintf(&values, "(%d, %d)", m.Link, m.Of)
		}
		table := memberTable(i, l)
		create := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE %s (link UBIGINT, of_id UBIGINT)", table)
		if _, err := tx.ExecContext(ctx, create); err != nil {
			return err
		}
		if values.Len() == 0 {
			continue
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO "+table+" VALUES "+values.String()); err != nil {
			return err
		}
	}
	return nil
}
