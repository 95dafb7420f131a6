-- Spreads a database of Notas over the workers of Citus, by user. docs/sharding.md says when, and what must stand still.
BEGIN;
SET LOCAL citus.multi_shard_modify_mode = 'sequential';

-- A key must hold the column by which its table is spread.
ALTER TABLE notes DROP CONSTRAINT notes_pkey, ADD PRIMARY KEY (id, user_id);
ALTER TABLE trash DROP CONSTRAINT trash_pkey, ADD PRIMARY KEY (id, user_id);
ALTER TABLE versions DROP CONSTRAINT versions_pkey, ADD PRIMARY KEY (id, user_id);
ALTER TABLE sessions DROP CONSTRAINT sessions_pkey, ADD PRIMARY KEY (token_hash, user_id);
ALTER TABLE sign_in_codes DROP CONSTRAINT sign_in_codes_pkey, ADD PRIMARY KEY (code_hash, user_id);
ALTER TABLE reset_links DROP CONSTRAINT reset_links_token_hash_key;
CREATE INDEX reset_links_by_token ON reset_links (token_hash);
-- The key of `emails` keeps addresses unique, and the host deletes what lies on another server than its user.
ALTER TABLE users DROP CONSTRAINT users_email_key;
DROP TRIGGER IF EXISTS enter_email ON users;
DROP TRIGGER IF EXISTS remove_email ON users;
ALTER TABLE identities DROP CONSTRAINT identities_user_id_fkey;

-- Rows that are moved must not be counted again.
CREATE TEMP TABLE triggers ON COMMIT DROP AS
  SELECT tgname, tgrelid::regclass AS of_table, pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE NOT tgisinternal;
DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT * FROM triggers LOOP EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, one.of_table); END LOOP;
END $$;

SELECT create_distributed_table('users', 'id');
SELECT create_distributed_table('notes', 'user_id', colocate_with => 'users');
SELECT create_distributed_table('trash', 'user_id', colocate_with => 'users');
SELECT create_distributed_table('versions', 'user_id', colocate_with => 'users');
SELECT create_distributed_table('sessions', 'user_id', colocate_with => 'users');
SELECT create_distributed_table('login_addresses', 'user_id', colocate_with => 'users');
SELECT create_distributed_table('reset_links', 'user_id', colocate_with => 'users');
SELECT create_distributed_table('sign_in_codes', 'user_id', colocate_with => 'users');
SELECT create_distributed_table('emails', 'email', colocate_with => 'none');
SELECT create_distributed_table('identities', 'subject', colocate_with => 'none');
SELECT create_distributed_table('limits', 'key', colocate_with => 'none');
SELECT create_distributed_table('purge_clock', 'id', colocate_with => 'none');
SELECT create_reference_table('migrations');

DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT * FROM triggers LOOP EXECUTE one.definition; END LOOP;
END $$;
COMMIT;
