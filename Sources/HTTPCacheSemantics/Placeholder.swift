import HTTPDate
