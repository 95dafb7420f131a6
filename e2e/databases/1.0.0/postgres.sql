--
-- PostgreSQL database dump
--



SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: count_notes(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_notes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          UPDATE users SET notes_count = notes_count + 1, notes_bytes = notes_bytes + octet_length(NEW.title) + octet_length(NEW.content),
            notes_version = greatest(notes_version, NEW.version) WHERE id = NEW.user_id;
        ELSIF TG_OP = 'UPDATE' THEN
          UPDATE users SET notes_bytes = notes_bytes + octet_length(NEW.title) + octet_length(NEW.content) - (octet_length(OLD.title) + octet_length(OLD.content)),
            notes_version = greatest(notes_version, NEW.version) WHERE id = NEW.user_id;
        ELSE
          UPDATE users SET notes_count = notes_count - 1, notes_bytes = notes_bytes - (octet_length(OLD.title) + octet_length(OLD.content))
            WHERE id = OLD.user_id;
        END IF;
        RETURN NULL;
      END
      $$;


--
-- Name: count_trash(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_trash() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        IF TG_OP <> 'DELETE' THEN
          UPDATE users SET trash_count = trash_count + 1, trash_bytes = trash_bytes + octet_length(NEW.title) + octet_length(NEW.content)
            WHERE id = NEW.user_id;
        END IF;
        IF TG_OP <> 'INSERT' THEN
          UPDATE users SET trash_count = trash_count - 1, trash_bytes = trash_bytes - (octet_length(OLD.title) + octet_length(OLD.content))
            WHERE id = OLD.user_id;
        END IF;
        RETURN NULL;
      END
      $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: identities; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id text NOT NULL
);


--
-- Name: limits; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.limits (
    key text NOT NULL,
    points integer NOT NULL,
    expire bigint
);


--
-- Name: login_addresses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.login_addresses (
    user_id text NOT NULL,
    address_hash text NOT NULL,
    last_login_at bigint NOT NULL
);


--
-- Name: migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.migrations (
    number bigint NOT NULL
);


--
-- Name: notes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.notes (
    id text NOT NULL,
    user_id text NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    version bigint NOT NULL
);


--
-- Name: reset_links; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reset_links (
    user_id text NOT NULL,
    token_hash text NOT NULL,
    is_mailed integer NOT NULL,
    expires_at bigint NOT NULL
);


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    last_used_at bigint NOT NULL,
    created_at bigint,
    client text
);


--
-- Name: sign_in_codes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sign_in_codes (
    code_hash text NOT NULL,
    challenge text NOT NULL,
    user_id text NOT NULL,
    expires_at bigint NOT NULL
);


--
-- Name: trash; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.trash (
    id text NOT NULL,
    user_id text NOT NULL,
    version bigint NOT NULL,
    deleted_at bigint NOT NULL,
    title text NOT NULL,
    content text NOT NULL
);


--
-- Name: users; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.users (
    id text NOT NULL,
    user_name text NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    notes_version bigint NOT NULL,
    created_at bigint NOT NULL,
    is_email_proved integer DEFAULT 0 NOT NULL,
    notes_count bigint DEFAULT 0 NOT NULL,
    notes_bytes bigint DEFAULT 0 NOT NULL,
    trash_count bigint DEFAULT 0 NOT NULL,
    trash_bytes bigint DEFAULT 0 NOT NULL
);


--
-- Data for Name: identities; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identities VALUES ('http://127.0.0.1:27350', '63641334-da61-4796-beb8-e538ff78c036', '217c6090-6db6-4760-9670-05a731099077');


--
-- Data for Name: limits; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.limits VALUES ('sessions:NiGqlZV3kc62tFfgtwusD6dlrjXrMBCKvRaKsrXOSks', 2, 1795412686691);
INSERT INTO public.limits VALUES ('sessions:k4u99jmH73_k4JdSoAsO91N6aBbgDWOrEwJqPPqxGIk', 1, 1795412687118);
INSERT INTO public.limits VALUES ('registrations:swmgE0dzuAVxwvG8flY_3L03hvon4A9m7nr_HM1qip4', 3, 1795415386617);
INSERT INTO public.limits VALUES ('sessions:t_0v4RFjzEfP3-s4W1bNFJMLLbxfZMWO14TcJd7p3zA', 1, 1795412687202);
INSERT INTO public.limits VALUES ('links:swmgE0dzuAVxwvG8flY_3L03hvon4A9m7nr_HM1qip4', 1, 1795415387212);
INSERT INTO public.limits VALUES ('mails:1TPvq2H5fZyZozbNUaD0hYA4jN_Wwh_vRFz33MdZKTg', 1, 1795415387215);


--
-- Data for Name: login_addresses; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.login_addresses VALUES ('5dae7edf-e022-4d0e-bce2-57c475d0b372', 'eCekqtMxMnLZSNIOLJqmgKqsw3JGuyDNL4YLbodc8HA', 1795411786735);
INSERT INTO public.login_addresses VALUES ('217c6090-6db6-4760-9670-05a731099077', 'p18YJjLsf1A09esutSRdxnq6b0fWbUcDrwRYYvjTwvg', 1795411787122);
INSERT INTO public.login_addresses VALUES ('b934ce64-2591-4d7a-93b7-6cc15c7c516a', 'IK5OKe12cUnEfh9Q7YRG2gb4Ws47KoUr-Kv9ZcVf8hk', 1795411787204);


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.migrations VALUES (1);
INSERT INTO public.migrations VALUES (2);
INSERT INTO public.migrations VALUES (3);
INSERT INTO public.migrations VALUES (4);
INSERT INTO public.migrations VALUES (5);
INSERT INTO public.migrations VALUES (6);
INSERT INTO public.migrations VALUES (7);
INSERT INTO public.migrations VALUES (8);
INSERT INTO public.migrations VALUES (9);


--
-- Data for Name: notes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.notes VALUES ('538a2550-9947-4004-934d-8063751b1e5b', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 'Compras', 'Pan, tomates y jabón de Marsella.', 1795411786755);
INSERT INTO public.notes VALUES ('d3926edd-68bd-4574-a6a5-f9b43392df61', '5dae7edf-e022-4d0e-bce2-57c475d0b372', '', 'La palabra que buscaba era «sobremesa».', 1795411786786);
INSERT INTO public.notes VALUES ('29ea6416-e5f5-4d65-91c2-380c22808f1f', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 'Vacía', '', 1795411786795);
INSERT INTO public.notes VALUES ('c50e1c58-ec76-4653-a397-9ba0531ca15a', '5dae7edf-e022-4d0e-bce2-57c475d0b372', '', '', 1795411786805);
INSERT INTO public.notes VALUES ('0a8691e7-9d2f-4929-b1bf-c526ade576be', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 'Familia 👨‍👩‍👧‍👦 y 🇪🇸', 'Cumpleaños: 🎂
	mañana — 12 €
', 1795411786810);
INSERT INTO public.notes VALUES ('004ea096-8b7c-4e2f-af9c-963528d18e35', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 'قائمة المشتريات', 'خبز وحليب، و 12 تفاحة. שלום!', 1795411786820);
INSERT INTO public.notes VALUES ('3868b257-8613-4d88-8d85-9d1b253e8404', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 'Acta ñññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññ', 'Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. Ascensor, derrama y humedades del portal. ', 1795411786826);
INSERT INTO public.notes VALUES ('2a022387-6ef9-4d1c-a976-930fc18f54f2', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 'It''s \n $1 ''quoted''', '-- DROP TABLE notes; $$ \. "" ?', 1795411786834);
INSERT INTO public.notes VALUES ('60044e97-bdd6-4e8f-85b8-4ed3156696d8', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 'Después de los recados', '', 1795411786847);
INSERT INTO public.notes VALUES ('7dc1d8f1-7361-4002-9105-5fd4c7a80bf0', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 'Recados', 'Llamar al dentista.', 1795411786858);
INSERT INTO public.notes VALUES ('d20d9593-779c-4320-a0f8-ab5d78fe81e7', '217c6090-6db6-4760-9670-05a731099077', 'De quien entra con Google', '', 1795411787133);


--
-- Data for Name: reset_links; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reset_links VALUES ('b934ce64-2591-4d7a-93b7-6cc15c7c516a', '7a2956628185eb5f01ea928e011feccc123a8ba3e551c733ee9ed0b98a36026d', 1, 1795413587216);


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sessions VALUES ('806e8ace2448cfff9168c1b31cc0518884921b74fbb3b5c2bae6b62212b69654', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 1795411786697, 1795411786697, '');
INSERT INTO public.sessions VALUES ('2e5a82a76d0c3a57588dba00e092952d3b938644e9bb8559e93bff56ada76ed0', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 1795411786735, 1795411786735, '');
INSERT INTO public.sessions VALUES ('a79645cbe06042eb552fa7784499914f8539ffe771e964d9d37b11266ee44c25', '217c6090-6db6-4760-9670-05a731099077', 1795411787122, 1795411787122, '');
INSERT INTO public.sessions VALUES ('c473be94c3e610faf7fa8b1d988e36742b4b79715a7ab6937e539145a9524757', 'b934ce64-2591-4d7a-93b7-6cc15c7c516a', 1795411787204, 1795411787204, '');


--
-- Data for Name: sign_in_codes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: trash; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.trash VALUES ('aa89ae34-afed-4b93-bcba-2cc52e0d504d', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 1795411786879, 1795411786879, 'Borrador', 'Nada todavía');
INSERT INTO public.trash VALUES ('a5102fe4-3e16-417b-966f-b8c11feac3c0', '5dae7edf-e022-4d0e-bce2-57c475d0b372', 1795411786891, 1795411786891, '', '🗑️');


--
-- Data for Name: users; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.users VALUES ('5dae7edf-e022-4d0e-bce2-57c475d0b372', 'Carmen', '4cfabfb6-5baf-41a2-b512-07fd851f9090@correo.es', '$argon2id$v=19$m=19456,t=2,p=1$2v/6jurpcTRmF22C6aiV5w$VcW3aJJ/goDvhr0sS/yCYZTbIWXXSEbr9QlTYgyh9KE', 1795411786891, 1795411786639, 0, 10, 9741, 2, 28);
INSERT INTO public.users VALUES ('217c6090-6db6-4760-9670-05a731099077', 'Carmen', 'dd1515d8-cabe-4b4a-94ec-641dc1dec4c6@correo.es', '', 1795411787133, 1795411787096, 1, 1, 25, 0, 0);
INSERT INTO public.users VALUES ('b934ce64-2591-4d7a-93b7-6cc15c7c516a', 'Carmen', '4283fde7-e142-4422-b8ee-aa4a3929a51a@correo.es', '$argon2id$v=19$m=19456,t=2,p=1$Xh1XoRO33b1KOFo512JvRQ$QSXontEMbNtl1n/Ta2ubLPEWviBjAOsAiCDXfvhbpCs', 0, 1795411787160, 0, 0, 0, 0, 0);


--
-- Name: identities identities_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);


--
-- Name: limits limits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.limits
    ADD CONSTRAINT limits_pkey PRIMARY KEY (key);


--
-- Name: login_addresses login_addresses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.login_addresses
    ADD CONSTRAINT login_addresses_pkey PRIMARY KEY (user_id, address_hash);


--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);


--
-- Name: notes notes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (id);


--
-- Name: reset_links reset_links_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reset_links
    ADD CONSTRAINT reset_links_pkey PRIMARY KEY (user_id);


--
-- Name: reset_links reset_links_token_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reset_links
    ADD CONSTRAINT reset_links_token_hash_key UNIQUE (token_hash);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);


--
-- Name: sign_in_codes sign_in_codes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_in_codes
    ADD CONSTRAINT sign_in_codes_pkey PRIMARY KEY (code_hash);


--
-- Name: trash trash_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.trash
    ADD CONSTRAINT trash_pkey PRIMARY KEY (id);


--
-- Name: users users_email_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key UNIQUE (email);


--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


--
-- Name: identities_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identities_of_user ON public.identities USING btree (user_id);


--
-- Name: notes_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX notes_of_user ON public.notes USING btree (user_id, version);


--
-- Name: sessions_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);


--
-- Name: sign_in_codes_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sign_in_codes_of_user ON public.sign_in_codes USING btree (user_id);


--
-- Name: trash_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX trash_by_age ON public.trash USING btree (deleted_at);


--
-- Name: trash_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX trash_of_user ON public.trash USING btree (user_id, version);


--
-- Name: notes count_notes; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER count_notes AFTER INSERT OR DELETE OR UPDATE ON public.notes FOR EACH ROW EXECUTE FUNCTION public.count_notes();


--
-- Name: trash count_trash; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER count_trash AFTER INSERT OR DELETE OR UPDATE ON public.trash FOR EACH ROW EXECUTE FUNCTION public.count_trash();


--
-- Name: identities identities_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: login_addresses login_addresses_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.login_addresses
    ADD CONSTRAINT login_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: notes notes_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: reset_links reset_links_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reset_links
    ADD CONSTRAINT reset_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: sessions sessions_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: sign_in_codes sign_in_codes_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_in_codes
    ADD CONSTRAINT sign_in_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- Name: trash trash_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.trash
    ADD CONSTRAINT trash_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


