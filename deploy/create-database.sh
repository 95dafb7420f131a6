#!/bin/sh
# Run once by the container of PostgreSQL, while its volume is empty: the host's role owns its database, and is no superuser.
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE notas LOGIN PASSWORD :'password';
CREATE DATABASE notas OWNER notas;
-- Over the network nobody is the superuser.
ALTER ROLE :"USER" PASSWORD NULL;
SQL
